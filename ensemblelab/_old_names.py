"""Modules that moved and what was renamed, by old names: notebooks, pickles and sets say these.

An old name gives the very module of the new one. Names of modules inside a package are translated
with the package, unless they have a line of their own before it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MOVED = {
    "ensemblelab.checks": "ensemblelab.teaching.checks",
    "ensemblelab.derivations.algebra": "ensemblelab.verify.derivations.algebra",
    "ensemblelab.derivations.checking": "ensemblelab.verify.derivations.checking",
    "ensemblelab.derivations.notation": "ensemblelab.verify.derivations.notation",
    "ensemblelab.derivations.padding": "ensemblelab.verify.derivations.padding",
    "ensemblelab.derivations.stated": "ensemblelab.verify.derivations.task",
    "ensemblelab.derivations.values": "ensemblelab.verify.derivations.values",
    "ensemblelab.derivations": "ensemblelab.equations.derivations",
    "ensemblelab.equations._html": "ensemblelab.verify.rendering",
    "ensemblelab.equations.formula": "ensemblelab.verify.formula",
    "ensemblelab.equations.registry": "ensemblelab.verify.registry",
    "ensemblelab.equations.statement": "ensemblelab.verify.statement",
    "ensemblelab.first_players": "ensemblelab.teaching.players",
    "ensemblelab.players": "ensemblelab.teaching.players",
    "ensemblelab.plots": "ensemblelab.teaching.plots",
    "ensemblelab.records": "ensemblelab.teaching.records",
    "ensemblelab.teaching.first_players": "ensemblelab.teaching.players",
    "ensemblelab.trees.compiled": "ensemblelab.trees.growers.compiled",
    "ensemblelab.trees.recursive": "ensemblelab.trees.growers.recursive",
    "ensemblelab.trees.vectorised": "ensemblelab.trees.growers.vectorised",
}

# What has another name in the same module: the old name, and the new one.
RENAMED = {
    "ensemblelab.boosting": {"Pull": "GradientStatistics", "Rows": "Observations"},
    "ensemblelab.equations": {"Check": "CheckResult", "Report": "CheckReport"},
    "ensemblelab.equations.derivations": {
        "Step": "DerivationStep",
        "Verdict": "DerivationVerdict",
    },
    "ensemblelab.teaching.checks": {
        "Trial": "AnswerTrial",
        "alike": "is_close",
        "comparable": "is_comparable",
        "demand_chain": "check_derivation",
        "judged_trial": "run_and_judge",
        "learned_and_asked": "tabulate_rows",
        "line_by_line": "tabulate_lines",
        "one_number": "is_scalar",
        "result_or_error": "try_call",
        "right_beside_yours": "tabulate_values",
        "shown": "render",
        "telling": "draw_case",
    },
    "ensemblelab.verify.derivations.checking": {
        "Step": "DerivationStep",
        "Verdict": "DerivationVerdict",
    },
    "ensemblelab.verify.statement": {"Check": "CheckResult", "Report": "CheckReport"},
}


def find_renamed(module: str, name: str) -> Any:
    """Return what a module calls otherwise now; for the ``__getattr__`` of that module.

    Parameters
    ----------
    module, name : str

    Returns
    -------
    object

    Raises
    ------
    AttributeError
        If it had nothing of this name.
    """
    new = RENAMED[module].get(name)
    if new is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    return getattr(sys.modules[module], new)


def new_name(name: str) -> str | None:
    """Return what a module is called now, None if it has not moved."""
    for old, new in MOVED.items():
        if name == old or name.startswith(f"{old}."):
            return new + name.removeprefix(old)
    return None


class OldNames(MetaPathFinder, Loader):
    """Finds a module that moved by its old name, and loads the one of its new name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find nothing but what moved."""
        if new_name(fullname) is None:
            return None
        return ModuleSpec(fullname, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module; what imports it will say that its spec is this one."""
        module = import_module(str(new_name(spec.name)))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the spec of the module, which has been run."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state
