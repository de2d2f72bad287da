"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { GuidelineVersion } from "@/lib/domain/guidelines";
import type { TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field, FieldError } from "../ui/field";
import { Markdown } from "../ui/markdown";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { RedlinedText } from "../ui/redlined-text";
import { SkeletonRows } from "../ui/skeleton";
import { Textarea } from "../ui/textarea";

/** A task's guidelines: the text in force to edit, and every version with what it changed and who has read it. */
export function GuidelinesPanel({ task }: { task: TaskSummary }) {
  const versions = useQuery(endpointQuery("listGuidelines", { params: { taskId: task.id } }));
  if (versions.isPending) return <SkeletonRows label="Loading the guidelines" rows={8} />;
  if (versions.isError)
    return <ErrorState title="The guidelines could not be loaded" error={versions.error} onRetry={() => void versions.refetch()} />;
  const { items } = versions.data;
  return (
    <div className="flex flex-col gap-5">
      <Editor key={items[0]?.version} task={task} text={items[0]?.text ?? ""} readers={items[0]?.readBy.length ?? 0} />
      {items.length > 0 && (
        <Panel title="Versions">
          <ul className="flex flex-col divide-y">
            {items.map((one, index) => (
              <Version key={one.version} one={one} before={items[index + 1]?.text ?? null} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

function Editor({ task, text, readers }: { task: TaskSummary; text: string; readers: number }) {
  const [typed, setTyped] = useState(text);
  const [preview, setPreview] = useState(false);
  const save = useEndpointMutation("updateTask", { refresh: ["listGuidelines", "listTasks", "getTask"] });
  const consequence = readers > 0 ? ` ${figuresOf(readers, "person has", "people have")} read this version and will be asked again.` : "";
  return (
    <Panel
      title="In force"
      description={
        text === ""
          ? "There are none. Annotators go straight to their samples."
          : `Annotators say that they have read this before their next sample.${consequence}`
      }
      actions={
        <Button size="small" onClick={() => setPreview(!preview)}>
          {preview ? "Edit" : "Preview"}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {preview ? (
          <Markdown text={typed} className="max-w-measure text-reading" />
        ) : (
          <Field label="Guidelines" hideLabel hint="Markdown. In the workspace they are one key away (G).">
            {(control) => (
              <Textarea
                {...control}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                rows={16}
                className="font-mono text-small"
              />
            )}
          </Field>
        )}
        {save.isError && <FieldError>{save.error.message}</FieldError>}
        <Button
          variant="primary"
          className="self-start"
          busy={save.isPending}
          disabled={typed === text}
          onClick={() => save.mutate({ params: { taskId: task.id }, body: { guidelines: typed } })}
        >
          Save as a new version
        </Button>
      </div>
    </Panel>
  );
}

function Version({ one, before }: { one: GuidelineVersion; before: string | null }) {
  return (
    <li className="py-2">
      <details>
        <summary className="flex flex-wrap gap-x-4 gap-y-1 rounded-mark">
          <span className="font-medium">Version {one.version}</span>
          <span className="text-soft">
            <Moment at={one.createdAt} />
            {one.createdBy !== null && ` by ${one.createdBy}`} · read by {figuresOf(one.readBy.length, "person", "people")}
          </span>
        </summary>
        <div className="flex flex-col gap-3 py-3">
          {one.readBy.length > 0 && <p className="text-small text-soft">Read by {one.readBy.map(({ name }) => name).join(", ")}.</p>}
          <p className="max-w-measure text-small whitespace-pre-wrap wrap-anywhere" dir="auto">
            {before === null ? one.text : <RedlinedText before={before} after={one.text} />}
          </p>
        </div>
      </details>
    </li>
  );
}
