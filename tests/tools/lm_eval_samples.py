"""Makes lm-eval samples with its dummy model: python tests/tools/lm_eval_samples.py FOLDER (needs the package lm-eval).

The task has two rows of our own and a filter; nothing is asked of a network.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

TASK = """
task: kettle
dataset_path: json
dataset_kwargs:
  data_files: {{test: "{data}"}}
test_split: test
output_type: generate_until
doc_to_text: "{{{{q}}}}"
doc_to_target: "{{{{a}}}}"
generation_kwargs: {{until: ["\\n\\n"]}}
repeats: 2
filter_list:
  - name: grade
    filter:
      - {{function: regex, regex_pattern: "GRADE: ([CPI])"}}
      - {{function: take_first}}
metric_list:
  - {{metric: exact_match, aggregation: mean, higher_is_better: true}}
metadata: {{version: 1.0}}
"""


def main(folder: Path) -> None:
    data = folder / "kettle.json"
    data.write_text("".join(json.dumps({"q": f"Question {n}?", "a": "C"}) + "\n" for n in range(2)))
    (folder / "kettle.yaml").write_text(TASK.format(data=data))
    command = [
        sys.executable,
        "-m",
        "lm_eval",
        "--model",
        "dummy",
        "--tasks",
        "kettle",
        "--include_path",
        str(folder),
    ]
    subprocess.run([*command, "--log_samples", "--output_path", str(folder / "out")], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
