"use client";

import { useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { GoldSample } from "@/lib/domain/gold";
import type { TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Field, FieldError, Label } from "../ui/field";
import { Panel } from "../ui/panel";
import { Textarea } from "../ui/textarea";
import { ChooseSampleDialog } from "./choose-sample-dialog";

interface Chosen {
  id: string;
  externalId: string;
  start: string;
  gold: boolean;
}

const most = 100;

/** Which samples everybody rates alone, and whether work waits for it. `offered`: gold samples for this use, chosen at first. */
export function CalibrationForm({ task, offered }: { task: TaskSummary; offered: readonly GoldSample[] }) {
  const id = useId();
  const [chosen, setChosen] = useState<Chosen[]>(() =>
    offered.map(({ sampleId, externalId, inputStart }) => ({ id: sampleId, externalId, start: inputStart, gold: true })),
  );
  const [required, setRequired] = useState(true);
  const [instructions, setInstructions] = useState("");
  const [choosing, setChoosing] = useState(false);
  const open = useEndpointMutation("openCalibration", { refresh: ["listCalibration", "listTasks"] });
  const send = () => open.mutate({ params: { taskId: task.id }, body: { sampleIds: chosen.map((one) => one.id), required, instructions } });
  return (
    <Panel
      title="Open a round"
      description="Everybody rates the same samples alone before their next work. Once the round is closed they see each other's scores and reasons, and discuss them. Its samples are never given out as work, and its ratings are in no report."
    >
      <div className="flex max-w-3xl flex-col gap-4">
        <section aria-label="Samples of the round" className="flex flex-col gap-2">
          <h3 className="text-small font-medium">{figuresOf(chosen.length, "sample")}</h3>
          {chosen.length > 0 && (
            <ul className="divide-y rounded-panel border">
              {chosen.map((one) => (
                <li key={one.id} className="flex items-center gap-3 px-3 py-2">
                  <span className="min-w-0 grow truncate" dir="auto">
                    {one.externalId} · {one.start}
                  </span>
                  {one.gold && <Badge tone="plain">known answers</Badge>}
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Take ${one.externalId} out`}
                    onClick={() => setChosen(chosen.filter((other) => other.id !== one.id))}
                  >
                    Take out
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Button size="small" className="self-start" disabled={chosen.length >= most} onClick={() => setChoosing(true)}>
            Add a sample
          </Button>
        </section>
        <div className="flex items-center gap-3">
          <Checkbox id={id} checked={required} onCheckedChange={() => setRequired(!required)} />
          <Label htmlFor={id} className="font-normal">
            Nobody gets work until they have rated it and it is closed
          </Label>
        </div>
        <Field label="Instructions" hint="Markdown, shown beside its samples. Optional.">
          {(control) => <Textarea {...control} rows={3} value={instructions} onChange={(event) => setInstructions(event.target.value)} />}
        </Field>
        {open.error && <FieldError>{open.error.message}</FieldError>}
        <Button variant="primary" className="self-start" busy={open.isPending} disabled={chosen.length === 0} onClick={send}>
          Open the round
        </Button>
      </div>
      {choosing && (
        <ChooseSampleDialog
          task={task}
          taken={chosen.map((one) => one.id)}
          onChoose={({ id: sampleId, externalId, input }) => {
            setChosen([...chosen, { id: sampleId, externalId, start: input.slice(0, 200), gold: false }]);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Panel>
  );
}
