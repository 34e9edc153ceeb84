// Asks for the files of this page to be kept for when there is no network; it says when they are.
async function keepOffline(files) {
  if (!navigator.serviceWorker) return; // from a folder, or an address that is not trusted
  navigator.serviceWorker.addEventListener("message", () => { document.getElementById("offline").hidden = false; });
  try {
    await navigator.serviceWorker.register("{{ root }}offline.js");
    (await navigator.serviceWorker.ready).active.postMessage(files.map((file) => new URL(file, location.href).href));
  } catch (problem) { console.debug("ninevears offline:", problem); }
}
