"use client";

import Link from "next/link";
import { useId } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CalibrationResults, CalibrationRound } from "@/lib/domain/calibration";
import type { TaskSummary } from "@/lib/domain/project";
import { decimals, figuresOf, intervalText } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { FieldError, Label } from "../ui/field";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { toast } from "../ui/toast";
import { intervalWhySentence, whySentence } from "../words/why";

interface CalibrationResultProps {
  task: TaskSummary;
  round: CalibrationRound;
  /** Whether work waits for this round: of those required, the newest. */
  binding: boolean;
}

const refresh = ["listCalibration", "compareCalibration", "listTasks"] as const;

/** One round: its state, who took part, and alpha on each criterion. */
export function CalibrationResult({ task, round, binding }: CalibrationResultProps) {
  const { number, samples, closedAt, openedAt, results } = round;
  const close = useEndpointMutation("closeCalibration", { refresh });
  const params = { taskId: task.id, number: String(number) };
  const onClose = () =>
    close.mutate(
      { params },
      { onSuccess: ({ outcome }) => outcome === "withdrawn" && toast.success("Nobody had begun the round, so it was withdrawn.") },
    );
  return (
    <Panel
      title={`Round ${number}`}
      description={
        <>
          {figuresOf(samples, "sample")}, opened <Moment at={openedAt} />
          {closedAt === null ? ", open: it closes itself once every annotator has rated all of it." : ", closed "}
          {closedAt !== null && <Moment at={closedAt} />}
        </>
      }
      actions={
        <>
          <Button asChild size="small">
            <Link href={`/projects/${task.projectId}/calibration/${task.id}/${number}`}>Compare and discuss</Link>
          </Button>
          {closedAt === null && (
            <Button size="small" busy={close.isPending} onClick={onClose}>
              Close the round
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {close.error && <FieldError>{close.error.message}</FieldError>}
        <Required task={task} round={round} binding={binding} />
        {results && <People results={results} samples={samples} />}
        {results && results.people.length > 0 && <Alphas results={results} />}
      </div>
    </Panel>
  );
}

function Required({ task, round: { number, required }, binding }: CalibrationResultProps) {
  const id = useId();
  const change = useEndpointMutation("requireCalibration", { refresh });
  const onChange = () =>
    change.mutate(
      { params: { taskId: task.id, number: String(number) }, body: { required: !required } },
      { onError: (error) => toast.error(error.message) },
    );
  return (
    <div className="flex items-center gap-3">
      <Checkbox id={id} checked={required} disabled={change.isPending} onCheckedChange={onChange} />
      <Label htmlFor={id} className="font-normal">
        Nobody gets work until they have rated it and it is closed
        {required && !binding && <span className="text-soft"> (a newer round has taken its place)</span>}
      </Label>
    </div>
  );
}

function People({ results: { people }, samples }: { results: CalibrationResults; samples: number }) {
  if (people.length === 0) return <p className="text-soft">Nobody has submitted a sample yet.</p>;
  return (
    <ul aria-label="Who took part" className="flex flex-wrap gap-x-5 gap-y-1">
      {people.map(({ annotatorId, label, submitted, counted }) => (
        <li key={annotatorId} className="wrap-anywhere">
          {label}{" "}
          <span className="text-small text-soft">
            {submitted} of {samples}
          </span>{" "}
          {!counted && <Badge tone="plain">not in the figures</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** "0.41 to 0.80 (95 %, jackknife)". */
const intervalWords = (interval: NonNullable<CalibrationResults["criteria"][number]["alpha"]["interval"]>) =>
  `${intervalText(interval)} (${decimals(100 * interval.confidence, 0)} %, ${interval.method})`;

function Alphas({ results: { criteria } }: { results: CalibrationResults }) {
  return (
    <Table label="Agreement of the round">
      <TableHead>
        <TableRow>
          <HeaderCell>Criterion</HeaderCell>
          <HeaderCell>Krippendorff's alpha</HeaderCell>
          <HeaderCell>Interval</HeaderCell>
          <HeaderCell numeric>Samples</HeaderCell>
          <HeaderCell numeric>Scores</HeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {criteria.map(({ criterionId, name, level, alpha }) => (
          <TableRow key={criterionId}>
            <Cell className="wrap-anywhere">
              {name} <span className="text-small text-soft">{level}</span>
            </Cell>
            <Cell className="tabular-nums">{alpha.value === null ? whySentence(alpha.why) : decimals(alpha.value)}</Cell>
            <Cell className="tabular-nums">{alpha.interval ? intervalWords(alpha.interval) : intervalWhySentence(alpha.intervalWhy)}</Cell>
            <Cell numeric>{alpha.units}</Cell>
            <Cell numeric>{alpha.n}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
