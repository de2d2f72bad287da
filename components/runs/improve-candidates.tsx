"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CandidateKind, JudgeImprovement } from "@/lib/domain/judge-improvement";
import type { TaskSummary } from "@/lib/domain/project";
import { count } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";

const kinds: readonly { value: CandidateKind; label: string; description: string }[] = [
  { value: "examples", label: "With examples", description: "Redlined drafts in people's words, added to the prompt." },
  { value: "rubric", label: "With guidance", description: "Rules that you agree to, added to the prompt." },
  { value: "recalibrated", label: "Recalibrated", description: "Its scores, mapped to people's. Asks no model." },
  { value: "panel", label: "In a panel", description: "The mean of the judges that err least together." },
];
const labelOf = (kind: CandidateKind) => kinds.find(({ value }) => value === kind)?.label ?? kind;

interface ImproveCandidatesProps {
  task: TaskSummary;
  improvement: JudgeImprovement;
  mayEdit: boolean;
}

/** The candidates made for a judge's place, the form that makes another, and the button that proves the chosen ones. */
export function ImproveCandidates({ task, improvement: { candidates }, mayEdit }: ImproveCandidatesProps) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId: task.projectId } }));
  const shown =
    judges.data?.items.filter(({ archivedAt, kind }) => archivedAt === null && (kind === "endpoint" || kind === "imported")) ?? [];
  const [chosenJudge, setJudge] = useState<string>();
  const judgeId = chosenJudge ?? shown[0]?.id;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const prove = useEndpointMutation("proveCandidates", { refresh: ["readJudgeImprovement", "listRuns"] });
  const own = candidates.filter(({ judge }) => judge.id === judgeId);
  const proved = own.filter(({ id }) => chosen.includes(id)).map(({ id }) => id);
  const toggle = (id: string, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <Panel
      title="Candidates"
      description="Each is a judge of its own, made from the part to develop on. The present judge stays as it is."
      actions={
        shown.length > 0 && (
          <Select
            aria-label="The present judge"
            value={judgeId}
            onValueChange={setJudge}
            options={shown.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )
      }
    >
      <div className="flex flex-col gap-4">
        {judges.isSuccess && shown.length === 0 && <p className="text-small text-soft">No judge has drafted samples yet.</p>}
        {own.length > 0 && (
          <ul className="divide-y rounded-control border">
            {own.map(({ id, kind, candidate, material }) => (
              <li key={id}>
                <label htmlFor={`candidate-${id}`} className="flex items-center gap-2.5 px-4 py-2.5 text-body">
                  {mayEdit && (
                    <Checkbox id={`candidate-${id}`} checked={chosen.includes(id)} onCheckedChange={(on) => toggle(id, on === true)} />
                  )}
                  <span className="min-w-0 grow wrap-anywhere">
                    {candidate.name} <span className="text-small text-soft">{materialWords(kind, material)}</span>
                  </span>
                  <Badge tone="quiet">{labelOf(kind)}</Badge>
                </label>
              </li>
            ))}
          </ul>
        )}
        {mayEdit && own.length > 0 && judgeId !== undefined && (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              disabled={proved.length === 0}
              busy={prove.isPending}
              onClick={() => prove.mutate({ params: { taskId: task.id }, body: { judgeId, candidateIds: proved } })}
            >
              Prove the chosen ones
            </Button>
            <p className="text-small text-soft">Each proof uses up the held-out part a little, whatever it shows.</p>
            {prove.isError && <FieldError>{prove.error.message}</FieldError>}
          </div>
        )}
        {mayEdit && judgeId !== undefined && <CandidateForm key={judgeId} taskId={task.id} judgeId={judgeId} />}
      </div>
    </Panel>
  );
}

function materialWords(kind: CandidateKind, material: Record<string, unknown>): string {
  const { examples, n } = material;
  if (kind === "examples" && Array.isArray(examples)) return examples.length === 1 ? "one example" : `${count(examples.length)} examples`;
  return kind === "panel" && typeof n === "number" ? `chosen on ${count(n)} units` : "";
}

function CandidateForm({ taskId, judgeId }: { taskId: string; judgeId: string }) {
  const [kind, setKind] = useState<CandidateKind>("examples");
  const [name, setName] = useState("");
  const [guidance, setGuidance] = useState("");
  const propose = useEndpointMutation("proposeGuidance");
  const create = useEndpointMutation("createJudgeCandidate", { refresh: ["readJudgeImprovement", "listJudges"] });
  const isReady = name.trim() !== "" && (kind !== "rubric" || guidance.trim() !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const learned = { judgeId, name };
    const body = kind === "rubric" ? { kind, ...learned, proposed: propose.data?.text ?? "", guidance } : { kind, ...learned };
    create.mutate({ params: { taskId }, body }, { onSuccess: () => setName("") });
  };
  const ask = () => propose.mutate({ params: { taskId }, body: { judgeId } }, { onSuccess: ({ text }) => setGuidance(text) });
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="New candidate">{(control) => <Select {...control} value={kind} onValueChange={setKind} options={kinds} />}</Field>
        <Field label="Its name" className="grow basis-48">
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />}
        </Field>
        <Button type="submit" disabled={!isReady} busy={create.isPending}>
          Make the candidate
        </Button>
      </div>
      {kind === "rubric" && (
        <div className="flex flex-col gap-2">
          <Field
            label="Guidance"
            hint={
              propose.data
                ? `Proposed from ${count(propose.data.edits)} changed lines. Change it until you agree with every rule.`
                : "Write it yourself, or let the judge's model propose it from what people corrected."
            }
          >
            {(control) => <Textarea {...control} rows={5} value={guidance} onChange={(event) => setGuidance(event.target.value)} />}
          </Field>
          <Button className="self-start" size="small" busy={propose.isPending} onClick={ask}>
            Propose from corrections
          </Button>
          {propose.isError && <FieldError>{propose.error.message}</FieldError>}
        </div>
      )}
      {create.isError && <FieldError>{create.error.message}</FieldError>}
    </form>
  );
}
