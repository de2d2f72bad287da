"use client";

import { type FormEvent, useState } from "react";
import { ApiError } from "@/lib/client/api-error";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { PromptVersionRow, ProtocolDescription } from "@/lib/domain/prompt-version";
import { Button } from "../ui/button";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { Textarea } from "../ui/textarea";
import { toast } from "../ui/toast";
import { Places } from "./prompt-view";
import type { Wording } from "./wordings";

interface PromptEditorProps {
  projectId: string;
  protocol: ProtocolDescription;
  /** The version to start from. */
  from: Wording;
  /** Null if closed without saving. */
  onDone: (saved: PromptVersionRow | null) => void;
}

/** Problems from a refused save, by prompt. */
function problemsOf(error: Error | null): Record<string, string[]> {
  const issues = error instanceof ApiError && Array.isArray(error.details?.issues) ? (error.details.issues as unknown[]) : [];
  const problems: Record<string, string[]> = {};
  for (const issue of issues) {
    const { path, message } = issue as { path?: unknown; message?: unknown };
    const name = typeof path === "string" ? path.replace(/^texts\./u, "") : "";
    problems[name] = [...(problems[name] ?? []), String(message)];
  }
  return problems;
}

/** Edits all prompts of a protocol. Saving creates the next version; existing versions never change. */
export function PromptEditor({ projectId, protocol, from, onDone }: PromptEditorProps) {
  const [texts, setTexts] = useState<Record<string, string>>(from.texts);
  const [note, setNote] = useState("");
  const create = useEndpointMutation("createPromptVersion", { refresh: ["listPromptVersions"] });
  const isChanged = protocol.prompts.some(({ name }) => texts[name] !== from.texts[name]);
  const problems = problemsOf(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Object.fromEntries(protocol.prompts.map(({ name }) => [name, texts[name] ?? ""]));
    create.mutate(
      { params: { projectId }, body: { protocol: protocol.name, texts: wanted, note } },
      {
        onSuccess: (saved) => {
          toast(`Saved as version ${saved.version}`);
          onDone(saved);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      <p className="max-w-measure text-body text-soft">
        A new version, from {from.version === null ? "the built-in prompts" : `version ${from.version.version}`}. It is used once a judge is
        set to it. Runs in progress and older versions do not change.
      </p>
      {protocol.prompts.map((prompt) => (
        <Panel key={prompt.name}>
          <Field label={prompt.title} error={problems[prompt.name]?.join(" ")}>
            {(control) => (
              <Textarea
                {...control}
                className="font-mono text-small leading-relaxed"
                value={texts[prompt.name] ?? ""}
                onChange={(event) => setTexts({ ...texts, [prompt.name]: event.target.value })}
              />
            )}
          </Field>
          <Places prompt={prompt} />
        </Panel>
      ))}
      <Field label="What changed" hint="Helps others choose between versions.">
        {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} maxLength={2000} />}
      </Field>
      {create.isError && (
        <FieldError>{Object.keys(problems).length === 0 ? create.error.message : "Some prompts cannot be used yet."}</FieldError>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={() => onDone(null)}>Leave without saving</Button>
        <Button type="submit" variant="primary" busy={create.isPending} disabled={!isChanged}>
          Save as a new version
        </Button>
      </div>
    </form>
  );
}
