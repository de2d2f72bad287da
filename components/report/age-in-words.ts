import type { DatedReport } from "@/lib/domain/report";

const plural = (n: number, one: string) => (n === 1 ? `1 ${one}` : `${n.toLocaleString("en")} ${one}s`);

/** How old the figures are, and how many ratings have been submitted since. */
export function ageInWords({ at, newerRatings, complete }: DatedReport["computed"], now: Date): string {
  if (!complete)
    return "These are the values. Their intervals and the chapters that take longer are being computed and appear here by themselves.";
  const minutes = Math.floor((now.getTime() - new Date(at).getTime()) / 60_000);
  const age =
    minutes < 1
      ? "less than a minute ago"
      : minutes < 60
        ? `${plural(minutes, "minute")} ago`
        : `${plural(Math.floor(minutes / 60), "hour")} ago`;
  const newer = newerRatings === 0 ? "the data have changed since" : `${plural(newerRatings, "rating")} submitted since`;
  return `Computed ${age}; ${newer}. The figures are being updated.`;
}
