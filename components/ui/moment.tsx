"use client";

const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** A point in time in the reader's time zone, with the exact time in its title. */
export function Moment({ at, short = false, className }: { at: string; short?: boolean; className?: string }) {
  return (
    <time dateTime={at} title={at} className={className}>
      {(short ? day : dayAndTime).format(new Date(at))}
    </time>
  );
}
