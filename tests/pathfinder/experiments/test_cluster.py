"""Plans on a Ray cluster: two nodes on this machine, one of them killed.

The results are those of worker processes.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# A busy machine is no reason to fail: Ray by itself gives its processes half a minute to start.
PATIENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_raylet_start_wait_time_s": "900",
    "RAY_gcs_server_request_timeout_seconds": "900",
    "RAY_gcs_rpc_server_connect_timeout_s": "300",
    "RAY_health_check_timeout_ms": "60000",
}
ON_TWO_NODES = """
import json, sys
from pathlib import Path
from ray.cluster_utils import Cluster
from bench.tiny_shop import open_pages, tiny_experiment
from pathfinder.experiments.cluster import RayExecutor
from pathfinder.experiments.conduct import Conductor, missing
from pathfinder.experiments.folder import ExperimentFolder
from pathfinder.experiments.play import Player
from pathfinder.experiments.processes import ProcessExecutor
from pathfinder.experiments.servers import Servers
from pathfinder.experiments.trials import lay_out

home = Path(sys.argv[1])
experiment = tiny_experiment(home, sessions=4)
play = Player(experiment, browser=open_pages)
notes = []

def carry_out(executor, name, on_end):
    folder = ExperimentFolder(home / name)
    Conductor(experiment, folder, executor, Servers(), on_end, notes.append).carry_out(lay_out(experiment))
    return {trial: (found.status, found.steps) for trial, found in sorted(folder.results().items())}

(home / "processes").mkdir()
expected = carry_out(ProcessExecutor(play, 2, home / "processes/workers.log"), "processes", lambda ended: None)

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "resources": {"browser": 1}, "include_dashboard": False})
second = cluster.add_node(num_cpus=1, resources={"browser": 1})
cluster.wait_for_nodes()
ended = []

def kill_one(end):
    ended.append(end)
    if len(ended) == 3:
        cluster.remove_node(second, allow_graceful=False)

found = carry_out(RayExecutor(play, cluster.address), "ray", kill_one)
cluster.shutdown()
print(json.dumps({"same": found == expected, "trials": len(found), "ended": len(ended), "notes": notes}))
"""


@pytest.mark.long
def test_one_node_of_two_is_killed_and_the_results_are_the_same(tmp_path):
    if not find_spec("ray"):
        pytest.skip("the extra `ray` is not installed")
    command = [sys.executable, "-W", "ignore", "-c", ON_TWO_NODES, str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | PATIENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    said = json.loads(done.stdout.strip().splitlines()[-1])
    assert (said["same"], said["trials"], said["ended"]) == (True, 16, 16), said
