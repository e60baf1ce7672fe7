"""The notebooks run from top to bottom."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]


# The kernel is another process: what its libraries warn of when they talk to it is not ours.
@pytest.mark.long
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    "notebook", sorted((ROOT / "analysis/notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_a_notebook_runs_from_top_to_bottom(notebook, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    read = nbformat.read(notebook, as_version=4)
    assert not [cell for cell in read.cells if cell.get("outputs")], "outputs are not checked in"
    NotebookClient(
        read, timeout=1200, startup_timeout=600, resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    written = "".join(str(output) for cell in read.cells for output in cell.get("outputs", ()))
    assert "F1 across" in written
    assert "not borne out" in written
