"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { type JudgeWatch, type WatchAsk, type WatchEvidence, type WatchFlag, watchFlagWords } from "@/lib/domain/judge-watch";
import type { TaskSummary } from "@/lib/domain/project";
import { count, decimals, figuresOf, intervalText, signed } from "../charts/format";
import { Badge } from "../ui/badge";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";

const pollMs = 5000;
const isUnderWay = ({ run }: WatchAsk) => !["done", "failed", "cancelled"].includes(run.status);

/** Judges that are asked about the same samples again and again, and what each look found. */
export function ImproveWatches({ task, mayEdit }: { task: TaskSummary; mayEdit: boolean }) {
  const watches = useQuery({
    ...endpointQuery("listJudgeWatches", { params: { taskId: task.id } }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ asks }) => asks.some(isUnderWay)) ? pollMs : false),
  });
  const items = watches.data?.items ?? [];
  return (
    <Panel
      title="Watch"
      description="A watched judge is asked about the same samples on a schedule. A change beyond chance, or another model behind its name, raises a flag."
      footer={items.some(({ asks }) => asks.some(({ evidence }) => evidence !== null)) && legend}
    >
      <div className="flex flex-col gap-6">
        {watches.isPending && <Skeleton className="h-24" />}
        {watches.isError && (
          <ErrorState title="The watches could not be loaded" error={watches.error} onRetry={() => void watches.refetch()} />
        )}
        {watches.isSuccess && items.length === 0 && <p className="text-small text-soft">No judge is watched yet.</p>}
        {items.map((watch) => (
          <Watch key={watch.id} watch={watch} mayEdit={mayEdit} />
        ))}
        {mayEdit && watches.isSuccess && <StartForm task={task} watched={items} />}
      </div>
    </Panel>
  );
}

const legend =
  "Shift: mean of now minus the beginning, as a share of the scale, with its interval at the level of one look; change: how much farther scores are from those of the beginning than those are from each other; p by Holm over the tests of a look. All looks of a watch together raise a false flag of drift in at most 5 % of watches.";

function Watch({ watch, mayEdit }: { watch: JudgeWatch; mayEdit: boolean }) {
  const { judge, samples, everyHours, repeats, looks, nextAt, endedAt, flags, asks } = watch;
  const refresh = { refresh: ["listJudgeWatches", "listRuns"] } as const;
  const look = useEndpointMutation("lookAtJudge", { refresh: [...refresh.refresh] });
  const end = useEndpointMutation("endJudgeWatch", { refresh: [...refresh.refresh] });
  const made = asks.length - repeats;
  const params = { watchId: watch.id };
  return (
    <section aria-label={`Watch of ${judge.name}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-body font-medium wrap-anywhere">{judge.name}</h3>
        {endedAt !== null && <Badge tone="quiet">ended</Badge>}
        <p className="text-small text-soft">
          {figuresOf(samples, "sample")} every {everyText(everyHours)}; {made > 0 ? count(made) : "none"} of {figuresOf(looks, "look")}{" "}
          taken
          {nextAt !== null && (
            <>
              ; next <Moment at={nextAt} />
            </>
          )}
          {nextAt === null && endedAt === null && "; next when you look"}
        </p>
      </div>
      {flags.length > 0 && <Banner tone="caution">{`${judge.name}: ${flags.map((flag) => watchFlagWords[flag]).join(", ")}.`}</Banner>}
      <Looks watch={watch} />
      {mayEdit && endedAt === null && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" busy={look.isPending} disabled={asks.some(isUnderWay)} onClick={() => look.mutate({ params })}>
            Look now
          </Button>
          <Button size="small" variant="secondary" busy={end.isPending} onClick={() => end.mutate({ params })}>
            End the watch
          </Button>
        </div>
      )}
      {look.isError && <FieldError>{look.error.message}</FieldError>}
      {end.isError && <FieldError>{end.error.message}</FieldError>}
    </section>
  );
}

const everyText = (hours: number): string =>
  hours === 24 ? "day" : hours % 24 === 0 ? figuresOf(hours / 24, "day") : hours === 1 ? "hour" : figuresOf(hours, "hour");

function Looks({ watch: { judge, asks, repeats } }: { watch: JudgeWatch }) {
  return (
    <Table label={`What looks at ${judge.name} found`}>
      <TableHead>
        <TableRow>
          <HeaderCell>asked</HeaderCell>
          <HeaderCell>found</HeaderCell>
          <HeaderCell>at</HeaderCell>
          <HeaderCell numeric>n</HeaderCell>
          <HeaderCell numeric>shift</HeaderCell>
          <HeaderCell numeric>p</HeaderCell>
          <HeaderCell numeric>change</HeaderCell>
          <HeaderCell numeric>p</HeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {asks.toReversed().map((ask) => (
          <TableRow key={ask.number}>
            <Cell className="whitespace-nowrap">{ask.number <= repeats ? `beginning ${ask.number}` : `look ${ask.number - repeats}`}</Cell>
            <Cell>{ask.evidence === null ? <State ask={ask} /> : <Found evidence={ask.evidence} />}</Cell>
            <Cell className="whitespace-nowrap">
              <Moment at={ask.askedAt} />
            </Cell>
            <Figures ask={ask} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const none = <span className="text-soft">–</span>;

function State({ ask: { run } }: { ask: WatchAsk }) {
  return run.status === "done" ? none : `${run.status}: ${count(run.done)} of ${figuresOf(run.total, "unit")}`;
}

const tones: Record<WatchFlag, "bad" | "caution"> = { drift: "bad", "model-changed": "caution", "not-measured": "caution" };

function Found({ evidence: { flags, models, why } }: { evidence: WatchEvidence }) {
  return (
    <span className="flex flex-col items-start gap-1 whitespace-nowrap">
      {flags.map((flag) => (
        <Badge key={flag} tone={tones[flag]}>
          {watchFlagWords[flag]}
        </Badge>
      ))}
      {models.fresh.length > 0 && <span className="text-label text-soft wrap-anywhere">now {models.fresh.join(", ")}</span>}
      {why !== null && <span className="min-w-48 text-label text-soft whitespace-normal">{why}</span>}
      {flags.length === 0 && <span className="text-soft">nothing</span>}
    </span>
  );
}

function Figures({ ask: { evidence, run } }: { ask: WatchAsk }) {
  const { value, interval } = evidence?.shift.shift ?? { value: null };
  const change = evidence?.change.value ?? null;
  return (
    <>
      <Cell numeric>{count(evidence?.n ?? run.done)}</Cell>
      <Cell numeric>
        {value === null ? (
          none
        ) : (
          <span className="flex flex-col items-end whitespace-nowrap">
            <span>{signed(value, 3)}</span>
            {interval && <span className="text-label text-soft">{intervalText(interval)}</span>}
          </span>
        )}
      </Cell>
      <Cell numeric>{pText(evidence?.shift.adjusted ?? null)}</Cell>
      <Cell numeric>{change === null ? none : signed(change, 3)}</Cell>
      <Cell numeric>{pText(evidence?.change.adjusted ?? null)}</Cell>
    </>
  );
}

const pText = (p: number | null) => (p === null ? none : p < 0.001 ? "< 0.001" : decimals(p, 3));

function StartForm({ task, watched }: { task: TaskSummary; watched: readonly JudgeWatch[] }) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId: task.projectId } }));
  const isWatched = (id: string) => watched.some(({ judge, endedAt }) => judge.id === id && endedAt === null);
  const able = judges.data?.items.filter(({ id, kind, archivedAt }) => kind === "endpoint" && archivedAt === null && !isWatched(id)) ?? [];
  const [chosen, setChosen] = useState<string>();
  const judgeId = able.some(({ id }) => id === chosen) ? chosen : able[0]?.id;
  const [typed, setTyped] = useState({ everyHours: "24", samples: "30", looks: "30" });
  const start = useEndpointMutation("startJudgeWatch", { refresh: ["listJudgeWatches", "listRuns"] });
  if (judges.isPending) return <Skeleton className="h-16" />;
  if (judgeId === undefined)
    return <p className="text-small text-soft">All judges that ask a model are watched already, or there are none.</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { everyHours, samples, looks } = typed;
    start.mutate({
      params: { taskId: task.id },
      body: { judgeId, everyHours: Number(everyHours), samples: Number(samples), looks: Number(looks) },
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3 border-t pt-4" aria-label="Watch a judge">
      <Field label="Judge" className="min-w-0">
        {(control) => (
          <Select
            {...control}
            value={judgeId}
            onValueChange={setChosen}
            options={able.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      {fields.map(({ name, label, min, max }) => (
        <Field key={name} label={label}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={min}
              max={max}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              className="w-28"
            />
          )}
        </Field>
      ))}
      <Button type="submit" busy={start.isPending}>
        Watch this judge
      </Button>
      {start.isError && <FieldError>{start.error.message}</FieldError>}
    </form>
  );
}

const fields = [
  { name: "everyHours", label: "Every, in hours", min: 1, max: 2160 },
  { name: "samples", label: "Samples", min: 8, max: 500 },
  { name: "looks", label: "Looks", min: 1, max: 366 },
] as const;
