// Preloaded into the processes that `npm start` supervises: when the supervisor ends for any reason, the channel to it closes, and this
// process ends too, gracefully at first.
const graceMs = 5_000;

// `next dev` passes Node's flags on to its child processes, whose channel leads to it and not to us.
if (process.channel && process.ppid === Number(process.env.REDLINE_SUPERVISOR)) {
  process.once("disconnect", () => {
    // Not process.exit, which may hang.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.channel.unref(); // the channel alone must not keep a finished process alive
}
