import type { SampleEvent } from "@/lib/domain/sample-detail";
import { Moment } from "../ui/moment";

/** "A01 submitted": one event of a sample's history, in words. */
export function eventWords({ what, by, about }: SampleEvent): string {
  const who = by ?? "somebody";
  switch (what) {
    case "imported":
      return about === null ? "Imported" : `Imported from ${about}`;
    case "drafted":
      return `Drafted by ${who}`;
    case "given":
      return `Given to ${who}`;
    case "submitted":
      return `${who} submitted`;
    case "skipped":
      return about === null || about === "" ? `${who} skipped it` : `${who} skipped it: ${about}`;
    case "returned":
      return `${who} returned the work of ${about ?? "an annotator"}`;
    case "approved":
      return `${who} approved the work of ${about ?? "an annotator"}`;
    case "adjudicated":
      return about === null ? `${who} adjudicated it` : `${who} adjudicated “${about}”`;
  }
}

/** What happened to a sample, the latest last. */
export function SampleHistory({ events }: { events: readonly SampleEvent[] }) {
  return (
    <details>
      <summary className="rounded-mark text-label font-medium text-soft">History ({events.length})</summary>
      <ol className="mt-2 flex flex-col gap-1 text-small">
        {events.map((event) => (
          <li key={`${event.what} ${event.at} ${event.by} ${event.about}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere">{eventWords(event)}</span>
            <Moment at={event.at} className="text-soft" />
          </li>
        ))}
      </ol>
    </details>
  );
}
