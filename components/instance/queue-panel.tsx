import type { InstanceState } from "@/lib/domain/instance";
import { count } from "../charts/format";
import { Panel } from "../ui/panel";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { timeSpan, valuesBy } from "./pick-figures";

const jobWords: Readonly<Record<string, string>> = {
  "draft-judge": "Drafts of a judge",
  "deliver-webhook": "Messages to webhooks",
  "write-export": "Large exports",
};
const workWords: Readonly<Record<string, string>> = {
  unit: "Judges, criterion by criterion",
  sample: "Judges, sample by sample",
  batch: "Metrics and panels",
  criteria: "Proposals of criteria",
};

/** What waits for a worker, and which workers there are. */
export function QueuePanel({ figures, workers }: Pick<InstanceState, "figures" | "workers">) {
  const by = (state: string) => valuesBy(figures, "queue_jobs", "kind", { state });
  const [waiting, running, failing] = [by("waiting"), by("running"), by("failing")];
  const oldest = valuesBy(figures, "queue_oldest_seconds", "kind");
  const [runs, units] = [valuesBy(figures, "work_runs", "kind"), valuesBy(figures, "work_units", "kind")];
  return (
    <Panel title="Queue" description="Jobs, what unfinished runs still have to do, and the workers that do it.">
      <div className="flex flex-col gap-4">
        {waiting.size === 0 ? (
          <p className="text-body text-soft">No job waits or runs.</p>
        ) : (
          <Table label="Jobs in the queue">
            <TableHead>
              <TableRow>
                <HeaderCell>Kind</HeaderCell>
                <HeaderCell numeric>Waiting</HeaderCell>
                <HeaderCell numeric>Running</HeaderCell>
                <HeaderCell numeric>Failing</HeaderCell>
                <HeaderCell numeric>Oldest waits</HeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {[...waiting.keys()].map((kind) => (
                <TableRow key={kind}>
                  <Cell>{jobWords[kind] ?? kind}</Cell>
                  <Cell numeric>{count(waiting.get(kind) ?? 0)}</Cell>
                  <Cell numeric>{count(running.get(kind) ?? 0)}</Cell>
                  <Cell numeric>{count(failing.get(kind) ?? 0)}</Cell>
                  <Cell numeric>{timeSpan(oldest.get(kind) ?? 0)}</Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
        {runs.size > 0 && (
          <Table label="Unfinished runs">
            <TableHead>
              <TableRow>
                <HeaderCell>Unfinished runs</HeaderCell>
                <HeaderCell numeric>Runs</HeaderCell>
                <HeaderCell numeric>Units left</HeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {[...runs].map(([kind, n]) => (
                <TableRow key={kind}>
                  <Cell>{workWords[kind] ?? kind}</Cell>
                  <Cell numeric>{count(n)}</Cell>
                  <Cell numeric>{count(units.get(kind) ?? 0)}</Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
        {workers.length > 0 && (
          <ul aria-label="Workers" className="flex flex-wrap gap-x-6 gap-y-1 text-small text-soft">
            {workers.map(({ id, ageSeconds }) => (
              <li key={id}>
                Worker <code className="font-mono text-label">{id}</code> reported {timeSpan(Math.max(0, ageSeconds))} ago
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
