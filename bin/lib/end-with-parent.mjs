// Preloaded into the processes that `npm start` supervises: when the supervisor is gone, in whatever way, the channel to it closes, and this
// process ends too, politely at first.
const graceMs = 5_000;

// `next dev` hands Node's flags on to processes of its own, which have a channel to it and not to us.
if (process.channel && process.ppid === Number(process.env.REDLINE_SUPERVISOR)) {
  process.once("disconnect", () => {
    setTimeout(() => process.exit(1), graceMs).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.channel.unref(); // the channel alone must not keep a finished process alive
}
