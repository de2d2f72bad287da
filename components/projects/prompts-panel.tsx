"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { PromptVersionRow, ProtocolDescription } from "@/lib/domain/prompt-version";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { PromptEditor } from "./prompt-editor";
import { PromptView } from "./prompt-view";
import { type Wording, wordingsOf } from "./wordings";

interface PromptsPanelProps {
  projectId: string;
  editable: boolean;
}

/** All judge prompts: the built-in ones and the project's versions. The selected one is in the URL. */
export function PromptsPanel({ projectId, editable }: PromptsPanelProps) {
  const catalogue = useQuery(endpointQuery("listProtocols", {}));
  const versions = useQuery(endpointQuery("listPromptVersions", { params: { projectId } }));
  const [name, setName] = useQueryState("protocol", parseAsString);
  const [hash, setHash] = useQueryState("wording", parseAsString);
  const failed = catalogue.error ?? versions.error;
  if (failed !== null) {
    const retry = () => void Promise.all([catalogue.refetch(), versions.refetch()]);
    return <ErrorState title="The prompts could not be loaded" error={failed} onRetry={retry} />;
  }
  if (!catalogue.isSuccess || !versions.isSuccess) return <SkeletonRows label="Loading prompts" />;
  const protocols = catalogue.data.items;
  const protocol = protocols.find((one) => one.name === name) ?? protocols[0];
  if (protocol === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Protocol" hint={`${protocol.summary} Source: ${protocol.source}.`} className="max-w-xl">
        {(control) => (
          <Select
            {...control}
            value={protocol.name}
            onValueChange={(next) => {
              void setName(next);
              void setHash(null);
            }}
            options={protocols.map((one) => ({ value: one.name, label: one.title }))}
          />
        )}
      </Field>
      <Wordings
        key={protocol.name}
        projectId={projectId}
        protocol={protocol}
        versions={versions.data.items}
        hash={hash}
        onChoose={(next) => void setHash(next)}
        editable={editable}
      />
    </div>
  );
}

interface WordingsProps {
  projectId: string;
  protocol: ProtocolDescription;
  versions: PromptVersionRow[];
  /** The requested prompt version; null for any. */
  hash: string | null;
  onChoose: (hash: string) => void;
  editable: boolean;
}

const nothing = "nothing";

function Wordings({ projectId, protocol, versions, hash, onChoose, editable }: WordingsProps) {
  const [editing, setEditing] = useState(false);
  const [comparedHash, setCompared] = useState(nothing);
  const wordings = wordingsOf(protocol, versions);
  const shown = hash === null ? wordings[0] : wordings.find((wording) => wording.hash === hash);
  const compared = wordings.find((wording) => wording.hash === comparedHash && wording.hash !== shown?.hash);
  if (shown === undefined) {
    return (
      <p className="max-w-measure text-body text-soft">
        The wording {hash} is neither the current built-in one nor a version of this project. Runs that used it keep the prompts with each
        request.{" "}
        <Button variant="link" onClick={() => onChoose(protocol.promptVersion)}>
          Show the built-in wording
        </Button>
      </p>
    );
  }
  if (editing) {
    return (
      <PromptEditor
        projectId={projectId}
        protocol={protocol}
        from={shown}
        onDone={(saved) => {
          setEditing(false);
          if (saved !== null) onChoose(saved.hash);
        }}
      />
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-4">
        <Field label="Wording" className="w-full sm:w-64">
          {(control) => <Select {...control} value={shown.hash} onValueChange={onChoose} options={wordings.map(optionOf)} />}
        </Field>
        <Field label="Compare with" className="w-full sm:w-64">
          {(control) => (
            <Select
              {...control}
              value={compared?.hash ?? nothing}
              onValueChange={setCompared}
              options={[{ value: nothing, label: "Nothing" }, ...wordings.filter((one) => one.hash !== shown.hash).map(optionOf)]}
            />
          )}
        </Field>
        {editable && (
          <Button variant="primary" className="mb-0.5 sm:ml-auto" onClick={() => setEditing(true)}>
            Write a new version
          </Button>
        )}
      </div>
      <Origin wording={shown} isNewest={shown.hash === versions.find(({ protocol: of }) => of === protocol.name)?.hash} />
      {protocol.prompts.map((prompt) => (
        <PromptView key={prompt.name} prompt={prompt} text={shown.texts[prompt.name] ?? ""} before={compared?.texts[prompt.name] ?? null} />
      ))}
    </>
  );
}

const optionOf = ({ hash, label, version }: Wording) => ({ value: hash, label, ...(version?.note && { description: version.note }) });

function Origin({ wording: { version }, isNewest }: { wording: Wording; isNewest: boolean }) {
  if (version === null)
    return (
      <p className="text-small text-soft">
        The built-in wording. A new release may change it; runs and drafts record the wording they used.
      </p>
    );
  return (
    <Panel>
      <p className="text-small text-soft">
        Written <Moment at={version.createdAt} />
        {version.createdBy !== null && ` by ${version.createdBy}`}, code {version.hash}. {usedBy(version, isNewest)}
      </p>
      {version.note !== "" && <p className="mt-1 text-body">{version.note}</p>}
    </Panel>
  );
}

/** Proposing criteria is not a judge's protocol: every judge is asked with the newest prompt version. */
function usedBy({ protocol, judges }: PromptVersionRow, isNewest: boolean): string {
  if (protocol === "criteria-proposal") return isNewest ? "Used for proposals of criteria." : "Replaced by a later version.";
  return judges.length === 0 ? "No judge uses it now." : `Used by ${judges.map(({ name }) => name).join(", ")}.`;
}
