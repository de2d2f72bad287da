/** The milliseconds of processor time that this process spends on a piece of work: unlike a clock's, other work on the machine does not add to them. */
export function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Whether work on eight times as much takes more than twenty times as long, each of three times: work in proportion takes eight times, a quadratic
 * one 64. An eighth of the work is looked at first, so that a slow one is found soon; what takes less than 20 ms is fast.
 */
export function growsTooFast(work: (share: number) => void): boolean {
  const spent = (share: number) => processorMs(() => work(share));
  return [1 / 8, 1].some((share) => spent(share) > 20 && [1, 2, 3].every(() => spent(share) > 20 * spent(share / 8) + 10));
}
