/** The milliseconds of processor time that this process spends on a piece of work: unlike a clock's, other work on the machine does not add to them. */
export function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
