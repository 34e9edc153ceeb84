// Says when nothing that is pressed here is worked out any more: the server is away, or the page's kernel is.
{ const EVERY = 20_000, SOON = 4_000, PATIENCE = 15_000, FOR_GOOD = 60_000;
  const box = document.currentScript.previousElementSibling, [said, again] = box.children;
  let failed = 0, since = 0, next;
  const tell = (words, ended) => {
    if (said.textContent !== words) said.textContent = words;
    again.hidden = !ended;
    box.hidden = !words;
  };
  const look = async () => {
    clearTimeout(next);
    const told = document.getElementById("jupyter-config-data");
    if (told && !document.hidden) {
      const { baseUrl, kernelId } = JSON.parse(told.textContent);
      try {
        const signal = AbortSignal.timeout(PATIENCE);
        const { ok } = await fetch(`${baseUrl}api/kernels/${kernelId}`, { cache: "no-store", redirect: "manual", signal });
        // the page itself tries for a minute to take up its connection again, and then no more
        if (!ok || (since && Date.now() - since > FOR_GOOD)) return tell(box.dataset.ended, true);
        failed = since = 0;
        tell("", false);
      } catch {
        since ||= Date.now();
        if (++failed > 1) tell(box.dataset.lost, false);
      }
    }
    next = setTimeout(look, failed ? SOON : EVERY);
  };
  next = setTimeout(look, EVERY);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look); }
