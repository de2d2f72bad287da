/**
 * Calls `end` on Ctrl-C, SIGTERM or SIGHUP, and when npm exits, since npm does not forward SIGTERM. `end` may be called more than once.
 * @param {() => unknown} end
 */
export function onAskedToStop(end) {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, end);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 250);
  timer.unref();
}
