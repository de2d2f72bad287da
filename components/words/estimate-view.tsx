import type { RunEstimate } from "@/lib/domain/run-estimate";
import { count, dollars, duration } from "../charts/format";

/** A run's estimated requests and cost, as far as they can be known in advance. */
export function EstimateView({ estimate }: { estimate: RunEstimate }) {
  const { requests, inputTokens, outputTokens, costUsd, costWhy, seconds, notes } = estimate;
  const cost = costUsd === null ? `Cost unknown. ${costWhy ?? ""}` : `Cost: ${dollars(costUsd.expected)}, at most ${dollars(costUsd.most)}`;
  const facts: [string, string][] = [
    ["requests", count(requests)],
    ["tokens in", `${count(inputTokens.expected)}, at most ${count(inputTokens.most)}`],
    ["tokens out", `${count(outputTokens.expected)}, at most ${count(outputTokens.most)}`],
    ...(seconds === null ? [] : [["time at the server's limits", `at least ${duration(Math.ceil(seconds))}`] satisfies [string, string]]),
  ];
  return (
    <section aria-label="What it would cost" className="rounded-control border px-4 py-3" role="status">
      <p className="mb-2 text-body font-medium wrap-anywhere">{cost}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-small">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-small text-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
