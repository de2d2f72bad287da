"use client";

import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CandidateEvidence, JudgeImprovement, JudgeTrial } from "@/lib/domain/judge-improvement";
import type { Figure } from "@/lib/domain/report-figures";
import { count, decimals, dollars, figuresOf, intervalText, signed } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";

interface ImproveProofsProps {
  improvement: Pick<JudgeImprovement, "candidates" | "trials">;
  mayEdit: boolean;
}

/** What each proof on the held-out part shows, the newest first. */
export function ImproveProofs({ improvement: { candidates, trials }, mayEdit }: ImproveProofsProps) {
  const nameOf = (id: string) => candidates.find((one) => one.id === id)?.candidate.name ?? "a deleted candidate";
  return (
    <>
      {trials.map((trial) => (
        <Panel
          key={trial.id}
          title={`Proof ${trial.use}: ${trial.judge.name}`}
          description={<Moment at={trial.createdAt} />}
          footer={trial.evidence && legend}
        >
          {trial.evidence === null ? (
            <Pending trial={trial} nameOf={nameOf} mayEdit={mayEdit} />
          ) : (
            <Evidence trial={trial} evidence={trial.evidence.candidates} nameOf={nameOf} mayEdit={mayEdit} />
          )}
        </Panel>
      ))}
    </>
  );
}

const legend =
  "Error: mean distance from people's mean, as a share of the scale; r: Pearson's correlation with it; α: Krippendorff's alpha of people with the judge as one more rater. Changes are candidate minus present judge, with 95 % intervals over inputs; p by Holm over all candidates.";

interface TrialProps {
  trial: JudgeTrial;
  nameOf: (id: string) => string;
  mayEdit: boolean;
}

function Pending({ trial, nameOf, mayEdit }: TrialProps) {
  const finish = useEndpointMutation("finishJudgeTrial", { refresh: ["readJudgeImprovement"] });
  const isOver = trial.runs.every(({ status }) => ["done", "failed", "cancelled"].includes(status));
  return (
    <div className="flex flex-col gap-3">
      {trial.runs.map(({ runId, candidateId, status, done, total }) => (
        <p key={runId} className="text-small text-soft">
          {nameOf(candidateId)} is {status}: {count(done)} of {figuresOf(total, "unit")} drafted.
        </p>
      ))}
      {mayEdit && isOver && (
        <Button
          className="self-start"
          variant="primary"
          busy={finish.isPending}
          onClick={() => finish.mutate({ params: { trialId: trial.id } })}
        >
          Show the result
        </Button>
      )}
      {finish.isError && <FieldError>{finish.error.message}</FieldError>}
    </div>
  );
}

const verdicts = {
  better: { label: "better", tone: "good" },
  worse: { label: "worse", tone: "bad" },
  "no-improvement-shown": { label: "no improvement shown", tone: "quiet" },
} as const;

function Evidence({ trial, evidence, nameOf, mayEdit }: TrialProps & { evidence: readonly CandidateEvidence[] }) {
  const adopt = useEndpointMutation("adoptCandidate", { refresh: ["readJudgeImprovement", "listJudges"] });
  return (
    <div className="flex flex-col gap-3">
      <Table label={`What proof ${trial.use} shows`}>
        <TableHead>
          <TableRow>
            <HeaderCell>candidate</HeaderCell>
            <HeaderCell>verdict</HeaderCell>
            <HeaderCell numeric>n</HeaderCell>
            <HeaderCell numeric>error, change</HeaderCell>
            <HeaderCell numeric>p</HeaderCell>
            <HeaderCell numeric>r, change</HeaderCell>
            <HeaderCell numeric>p</HeaderCell>
            <HeaderCell numeric>α, change</HeaderCell>
            <HeaderCell numeric>replaces people, ε {trial.evidence?.epsilon ?? 0.2}</HeaderCell>
            <HeaderCell numeric>cost per unit</HeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {evidence.map(({ candidateId, n, inputs, error, correlation, agreement, alternative, costUsd, verdict }) => (
            <TableRow key={candidateId}>
              <Cell>{nameOf(candidateId)}</Cell>
              <Cell>
                <span className="flex flex-col items-start gap-2 whitespace-nowrap">
                  <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>
                  {trial.adopted?.candidateId === candidateId && <Badge tone="accent">adopted</Badge>}
                  {mayEdit && trial.adopted === null && verdict !== "worse" && (
                    <Button
                      size="small"
                      variant={verdict === "better" ? "primary" : "secondary"}
                      busy={adopt.isPending && adopt.variables.body.candidateId === candidateId}
                      onClick={() => adopt.mutate({ params: { trialId: trial.id }, body: { candidateId } })}
                    >
                      Adopt
                    </Button>
                  )}
                </span>
              </Cell>
              <Cell numeric>
                {count(n)} <span className="text-soft">on {figuresOf(inputs, "input")}</span>
              </Cell>
              <Cell numeric>
                <Change {...error} />
              </Cell>
              <Cell numeric>{pText(error.adjusted)}</Cell>
              <Cell numeric>
                <Change {...correlation} />
              </Cell>
              <Cell numeric>{pText(correlation.adjusted)}</Cell>
              <Cell numeric>
                <Change {...agreement} />
              </Cell>
              <Cell numeric>
                {standsIn(alternative.present.passed)} → {standsIn(alternative.candidate.passed)}
              </Cell>
              <Cell numeric>
                {cost(costUsd.present)} → {cost(costUsd.candidate)}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {adopt.isError && <FieldError>{adopt.error.message}</FieldError>}
    </div>
  );
}

function Change({ present, candidate, difference }: { present: Figure; candidate: Figure; difference: Figure }) {
  if (difference.value === null) return <span className="text-soft">undefined</span>;
  return (
    <span className="flex flex-col items-end whitespace-nowrap">
      <span>{signed(difference.value, 3)}</span>
      <span className="text-label text-soft">
        {plain(present)} → {plain(candidate)}
        {difference.interval && `; ${intervalText(difference.interval)}`}
      </span>
    </span>
  );
}

const plain = ({ value }: Figure) => (value === null ? "–" : decimals(value, 3));
const pText = (p: number | null) => (p === null ? "–" : p < 0.001 ? "< 0.001" : decimals(p, 3));
const standsIn = (passed: boolean | null) => (passed === null ? "unknown" : passed ? "yes" : "no");
const cost = (usd: number | null) => (usd === null ? "unknown" : dollars(usd));
