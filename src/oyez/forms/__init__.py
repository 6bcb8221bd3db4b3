"""Forms: where a value stands in the reply. One form a file, each exporting `FORM`."""

from oyez.core.form import FormRule
from oyez.core.registry import Registry

FORMS = Registry("oyez.forms", "FORM", FormRule)
