"use client";

import { useState } from "react";
import type { Judge } from "@/lib/domain/judge";
import { Choice } from "../ui/choice";
import { Dialog } from "../ui/dialog";
import { JudgeEndpointForm } from "./judge-endpoint-form";
import { JudgeMetricForm } from "./judge-metric-form";
import { JudgePanelForm } from "./judge-panel-form";
import type { JudgePreset } from "./judge-presets";

const makes = [
  { value: "endpoint", label: "Endpoint" },
  { value: "metric", label: "Metric" },
  { value: "panel", label: "Panel" },
] as const;
type Make = (typeof makes)[number]["value"];

interface JudgeDialogProps {
  projectId: string;
  /** Null for a new one. */
  judge: Judge | null;
  preset?: JudgePreset;
  onClose: () => void;
}

/** Creates or edits a judge: a model, a metric or a panel of other judges. */
export function JudgeDialog({ projectId, judge, preset = "openai", onClose }: JudgeDialogProps) {
  const [make, setMake] = useState<Make>(makes.find(({ value }) => value === judge?.kind)?.value ?? "endpoint");
  const choice = judge === null && <Choice label="What judges" value={make} onChange={setMake} options={makes} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {make === "endpoint" && (
        <JudgeEndpointForm projectId={projectId} judge={judge} preset={preset} onDone={onClose}>
          {choice}
        </JudgeEndpointForm>
      )}
      {make === "metric" && (
        <JudgeMetricForm projectId={projectId} judge={judge} onDone={onClose}>
          {choice}
        </JudgeMetricForm>
      )}
      {make === "panel" && (
        <JudgePanelForm projectId={projectId} judge={judge} onDone={onClose}>
          {choice}
        </JudgePanelForm>
      )}
    </Dialog>
  );
}
