function (page, seed) {
  // Tells the server; at once, so that it is known before the action that caused it has returned.
  const tell = (what) => {
    const asked = new XMLHttpRequest();
    asked.open("GET", "/told?" + new URLSearchParams({ page, ...what }), false);
    asked.send();
  };
  const asEnded = core.endEpisode;
  core.endEpisode = function (...said) {
    const running = core.EP_TIMER !== null;
    asEnded.apply(core, said);
    if (running) tell({ raw: WOB_RAW_REWARD_GLOBAL, reason: WOB_REWARD_REASON || "" });
  };
  // What belongs to the benchmark and not to the task is not to be seen; the task is given in words.
  const hide = () => {
    for (const id of ["reward-display", "click-canvas", "sync-task-cover"]) {
      const shown = document.getElementById(id);
      if (shown) shown.style.setProperty("display", "none", "important");
    }
    document.getElementById("query").style.visibility = "hidden";
  };
  const begin = () => {
    if (!WOB_TASK_READY) return setTimeout(begin, 50);
    // The longest time that a timer can wait: a slow model is not cut off.
    core.EPISODE_MAX_TIME = 2147483647;
    Math.seedrandom(seed);
    core.startEpisodeReal();
    core.clearTimer();
    document.body.removeEventListener("click", core.canvasDrawClick);
    hide();
    tell({ utterance: core.getUtterance() });
  };
  window.addEventListener("load", begin);
}
