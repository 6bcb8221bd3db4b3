module.exports = class {
  id() { return "scripted-judge"; }
  async callApi(prompt) {
    if (prompt.includes("bye")) return { output: "I think it passes.\n{\"reason\": \"ok\"}" };
    return { output: "It is polite.\n{\"reason\": \"polite\", \"pass\": true, \"score\": 0.8}", metadata: {raw: "x"}};
  }
};
