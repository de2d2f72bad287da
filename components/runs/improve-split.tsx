"use client";

import { type FormEvent, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { JudgeSplit, RefusedScores } from "@/lib/domain/judge-improvement";
import { count, figuresOf, percent } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";

interface ImproveSplitProps {
  taskId: string;
  split: JudgeSplit | null;
  refused: RefusedScores;
  mayEdit: boolean;
}

/** The two parts of the inputs, how many scores count, which do not and why, and how used up the held-out part is. */
export function ImproveSplit({ taskId, split, refused, mayEdit }: ImproveSplitProps) {
  const sealed = split !== null && split.sealedAt !== null;
  return (
    <Panel
      title="Inputs"
      description="Only scores that people gave without seeing a draft count as the truth."
      actions={split && <Badge tone={sealed ? "accent" : "quiet"}>{sealed ? "sealed" : "not used yet"}</Badge>}
    >
      <div className="flex flex-col gap-4">
        {split && <Parts split={split} />}
        {split && <Refused refused={refused} />}
        {split && split.wear.uses > 0 && <Wear split={split} />}
        {mayEdit && !sealed && <DealForm taskId={taskId} split={split} />}
        {!mayEdit && split === null && <p className="text-small text-soft">An administrator of the project deals the inputs.</p>}
      </div>
    </Panel>
  );
}

function Parts({ split }: { split: JudgeSplit }) {
  const rows = [
    ["To develop on", split.develop],
    ["Held out", split.heldOut],
  ] as const;
  return (
    <Table label="The parts of the inputs">
      <TableHead>
        <TableRow>
          <HeaderCell>part</HeaderCell>
          <HeaderCell numeric>inputs</HeaderCell>
          <HeaderCell numeric>samples</HeaderCell>
          <HeaderCell numeric>units scored without a draft</HeaderCell>
          <HeaderCell numeric>such scores</HeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(([name, { inputs, samples, units, scores }]) => (
          <TableRow key={name}>
            <Cell>{name}</Cell>
            <Cell numeric>{count(inputs)}</Cell>
            <Cell numeric>{count(samples)}</Cell>
            <Cell numeric>{count(units)}</Cell>
            <Cell numeric>{count(scores)}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Refused({ refused: { drafted, unstated, excluded } }: Pick<ImproveSplitProps, "refused">) {
  const parts = [
    drafted > 0 && `${figuresOf(drafted, "score")} given with a draft in view`,
    unstated > 0 && `${figuresOf(unstated, "score")} whose import does not say whether a draft was shown`,
    excluded > 0 && `${figuresOf(excluded, "score")} by excluded people`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return <p className="text-small text-soft">Not accepted: {parts.join(", ")}.</p>;
}

function Wear({ split: { wear } }: { split: JudgeSplit }) {
  const used = `The held-out part has been used ${wear.uses === 1 ? "once" : `${wear.uses} times`}`;
  if (!wear.worn) return <p className="text-small text-soft">{`${used}. After ${wear.limit} uses it is worn out.`}</p>;
  return (
    <p className="text-small text-caution" role="status">
      {used} and is worn out: at 5 % each, the chance that at least one claim is false is {percent(wear.chanceOfFalseClaim)}. Collect scores
      on new inputs before you believe another proof.
    </p>
  );
}

function DealForm({ taskId, split }: Pick<ImproveSplitProps, "taskId" | "split">) {
  const [seed, setSeed] = useState(String(split?.seed ?? 0));
  const [share, setShare] = useState(String((split?.heldOutShare ?? 0.5) * 100));
  const deal = useEndpointMutation("dealJudgeSplit", { refresh: ["readJudgeImprovement"] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    deal.mutate({ params: { taskId }, body: { seed: Number(seed), heldOutShare: Number(share) / 100 } });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label="Held out, in percent">
        {(control) => (
          <Input
            {...control}
            type="number"
            min={20}
            max={80}
            value={share}
            onChange={(event) => setShare(event.target.value)}
            className="w-28"
          />
        )}
      </Field>
      <Field label="Seed">
        {(control) => (
          <Input {...control} type="number" min={0} value={seed} onChange={(event) => setSeed(event.target.value)} className="w-28" />
        )}
      </Field>
      <Button type="submit" variant={split === null ? "primary" : "secondary"} busy={deal.isPending}>
        {split === null ? "Deal the inputs" : "Deal again"}
      </Button>
      {deal.isError && <FieldError>{deal.error.message}</FieldError>}
    </form>
  );
}
