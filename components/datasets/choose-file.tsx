"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { folderArchive } from "@/lib/client/folder-archive";
import type { TaskSummary } from "@/lib/domain/project";
import { percent } from "../charts/format";
import { useTaskChoice } from "../shell/use-task-choice";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { Progress } from "../ui/progress";
import { Select } from "../ui/select";
import { FileDrop } from "./file-drop";
import { FormatHelp } from "./format-help";
import { uploadFile } from "./upload-file";

const ownName = "own";
const newName = "new";

/** The first step: choose the task and the file. */
export function ChooseFile({ projectId, onStaged }: { projectId: string; onStaged: (importId: string) => void }) {
  const { query, tasks, task } = useTaskChoice(projectId);
  const [place, setPlace] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [sending, setSending] = useState<{ fileName: string; share: number } | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  const chosen = place ?? task?.id ?? newName;
  const taskName =
    chosen === ownName ? undefined : chosen === newName ? name.trim() || undefined : tasks.find(({ id }) => id === chosen)?.name;

  const sendFolder = (files: File[]) => {
    const archive = folderArchive(files);
    if (archive === null) setFailed(new Error("There are no JSON files, tables or images in this folder."));
    else void send(new File([archive.body], archive.name));
  };

  const send = async (file: File) => {
    const controller = new AbortController();
    stop.current = controller;
    setFailed(null);
    setSending({ fileName: file.name, share: 0 });
    try {
      const query = { fileName: file.name, ...(taskName !== undefined && { task: taskName }) };
      const onProgress = (share: number) => setSending({ fileName: file.name, share });
      const staged = await uploadFile({ projectId, file, query, onProgress, signal: controller.signal });
      onStaged(staged.id);
    } catch (error) {
      if (!controller.signal.aborted) setFailed(error);
    } finally {
      setSending(null);
    }
  };

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="flex flex-col gap-5">
        <TaskPlace tasks={tasks} waits={query.isPending} chosen={chosen} onChoose={setPlace} name={name} onName={setName} />
        {sending === null ? (
          <FileDrop
            accept=".csv,.tsv,.jsonl,.ndjson,.json,.parquet,.gz,.tgz,.zip,.tar"
            disabled={query.isPending}
            onFile={(file) => void send(file)}
            onFolder={sendFolder}
          />
        ) : (
          <div className="flex min-h-44 flex-col justify-center gap-3 rounded-panel border bg-card px-6">
            <p className="wrap-anywhere text-body" role="status">
              {sending.share < 1 ? `Sending ${sending.fileName}, ${percent(sending.share)}` : `Checking ${sending.fileName} row by row`}
            </p>
            <Progress label="Upload" value={sending.share < 1 ? Math.round(sending.share * 100) : null} />
            <Button className="self-start" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </div>
        )}
        {failed !== null && <ErrorState title="The file was not accepted" error={failed} />}
      </div>
      <FormatHelpFor projectId={projectId} />
    </div>
  );
}

function TaskPlace(props: {
  tasks: TaskSummary[];
  /** Disabled until the page has hydrated: anything typed earlier would be lost. */
  waits: boolean;
  chosen: string;
  onChoose: (place: string) => void;
  name: string;
  onName: (name: string) => void;
}) {
  const options = [
    ...props.tasks.map(({ id, name }) => ({ value: id, label: name })),
    { value: newName, label: "A new task" },
    { value: ownName, label: "As named in the file", description: "For files that name their task: a CoEval release or a Redline export." },
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Into the task">
        {(control) => <Select {...control} value={props.chosen} onValueChange={props.onChoose} options={options} />}
      </Field>
      {props.chosen === newName && (
        <Field label="Name of the new task" hint="If empty, the file's name is used.">
          {(control) => (
            <Input
              {...control}
              value={props.name}
              maxLength={200}
              disabled={props.waits}
              onChange={(event) => props.onName(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** The format help, with the project's name in its command line. */
function FormatHelpFor({ projectId }: { projectId: string }) {
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  return (
    <Panel title="What can be imported">
      <FormatHelp projectName={project.data?.name ?? "NAME"} />
    </Panel>
  );
}
