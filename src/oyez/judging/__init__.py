"""Judging: asking judges for replies that can be read, kept and trusted.

Three layers, each usable by itself:

- `run_plan(load_plan("plan.toml"), ledger)` runs a whole plan: items × arms × protocol × judges × draws.
- `Reviewer(judge=…, task=…)` asks one judge about one item at a time: `await reviewer.ask(recorder, "item-1", {…})`
  gives the number of the draw in the ledger, the reply and its reading. Screening is built on this.
- `oyez.judges.make_judge(JudgeSpec(…))` makes a judge, whose one method `ask` asks once.

Everything that comes back is in the ledger before it is read. A draw has an id made from the judge's digest, the
prompt, the item, the arm, the order, the number of the draw and of the attempt; asked for again, it is taken from the
ledger.
"""

from oyez.judging.limits import Budget, StopWhen, budget
from oyez.judging.load import load_plan, plan_of
from oyez.judging.outcome import End, Outcome
from oyez.judging.plan import Plan, PlanJudge, Task
from oyez.judging.reading import read_draw
from oyez.judging.record import Kept, Recorder
from oyez.judging.reviewer import Reviewer
from oyez.judging.run import run_plan
from oyez.judging.seal import sealed
from oyez.judging.template import Template, template
from oyez.judging.transport import Retries, StopAsking
from oyez.judging.wants import Survey, survey

__all__ = [
    "Budget",
    "End",
    "Kept",
    "Outcome",
    "Plan",
    "PlanJudge",
    "Recorder",
    "Retries",
    "Reviewer",
    "StopAsking",
    "StopWhen",
    "Survey",
    "Task",
    "Template",
    "budget",
    "load_plan",
    "plan_of",
    "read_draw",
    "run_plan",
    "sealed",
    "survey",
    "template",
]
