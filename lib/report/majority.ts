/** What most votes are for; null if nobody voted or two share the most votes. */
export function majority<T>(votes: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const leading = [...counts].filter(([, count]) => count === most);
  return leading.length === 1 ? (leading[0]?.[0] ?? null) : null;
}
