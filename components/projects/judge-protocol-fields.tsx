"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { type JudgeRoles, protocolName } from "@/lib/domain/judge";
import type { ProtocolDescription } from "@/lib/domain/prompt-version";
import { Field, FieldError } from "../ui/field";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import type { JudgeForm } from "./judge-limit-fields";
import { ProtocolOptions } from "./protocol-options";

interface JudgeProtocolFieldsProps {
  form: JudgeForm;
  projectId: string;
  /** Null for a new judge. */
  judgeId: string | null;
  /** Called with whether a field holds text that cannot be parsed yet. */
  onUnreadable: (isUnreadable: boolean) => void;
}

/** How a model is asked: the protocol and its options, the judges for its other roles, and the prompt version. */
export function JudgeProtocolFields({ form, projectId, judgeId, onUnreadable }: JudgeProtocolFieldsProps) {
  const catalogue = useQuery(endpointQuery("listProtocols", {}));
  const name = useWatch({ control: form.control, name: "protocol" }) ?? "step-by-step";
  const options = useWatch({ control: form.control, name: "options" }) ?? {};
  if (catalogue.isPending) return <Skeleton className="h-24" />;
  if (catalogue.isError) return <FieldError>The protocols could not be loaded: {catalogue.error.message}</FieldError>;
  const drafting = catalogue.data.items.filter(({ taskKinds }) => taskKinds.length > 0);
  const protocol = drafting.find((one) => one.name === name);
  const choose = (next: string) => {
    form.setValue("protocol", protocolName.parse(next), { shouldDirty: true });
    form.setValue("options", {});
    form.setValue("roles", {});
    form.setValue("promptVersionId", null);
    onUnreadable(false);
  };
  return (
    <>
      <Field label="Protocol" hint={protocol && <ProtocolHint protocol={protocol} />}>
        {(control) => (
          <Select
            {...control}
            value={name}
            onValueChange={choose}
            options={drafting.map((one) => ({
              value: one.name,
              label: one.title,
              description: `for ${one.taskKinds.join(" and ")} tasks`,
            }))}
          />
        )}
      </Field>
      {protocol && (
        <ProtocolOptions
          key={protocol.name}
          protocol={protocol.name}
          schema={protocol.options}
          defaults={protocol.defaults}
          value={options}
          onChange={(value) => form.setValue("options", value, { shouldDirty: true })}
          onUnreadable={onUnreadable}
        />
      )}
      {protocol && protocol.mayNeed.length > 0 && <RoleFields form={form} projectId={projectId} judgeId={judgeId} protocol={protocol} />}
      <WordingField form={form} projectId={projectId} protocol={name} />
    </>
  );
}

const ProtocolHint = ({ protocol }: { protocol: ProtocolDescription }) => (
  <>
    {protocol.summary} Source: {protocol.source}.
  </>
);

const roleLabels: Record<keyof JudgeRoles, { label: string; hint: string }> = {
  weak: { label: "Weak writer", hint: "Its model writes the weak output for contrast." },
  reviser: { label: "Reviser", hint: "Its model revises the output after the critique." },
  embedding: { label: "Vectors", hint: "Its model computes the embeddings." },
};

/** Radix does not allow an empty value. */
const nobody = "nobody";

function RoleFields({
  form,
  projectId,
  judgeId,
  protocol,
}: Omit<JudgeProtocolFieldsProps, "onUnreadable"> & { protocol: ProtocolDescription }) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId } }));
  const roles = useWatch({ control: form.control, name: "roles" }) ?? {};
  const partners =
    judges.data?.items.filter(({ id, kind, archivedAt }) => kind === "endpoint" && archivedAt === null && id !== judgeId) ?? [];
  const set = (role: keyof JudgeRoles, id: string) => {
    const { [role]: _, ...others } = roles;
    form.setValue("roles", id === nobody ? others : { ...others, [role]: id }, { shouldDirty: true });
  };
  return protocol.mayNeed.map((role) => (
    <Field
      key={role}
      label={roleLabels[role].label}
      hint={`${roleLabels[role].hint} ${protocol.needs.includes(role) ? "Needed." : "Required by some of the options above."}`}
    >
      {(control) => (
        <Select
          {...control}
          value={roles[role] ?? nobody}
          onValueChange={(id) => set(role, id)}
          options={[
            { value: nobody, label: "Nobody" },
            ...partners.map(({ id, name, model }) => ({ value: id, label: name, ...(model !== null && { description: model }) })),
          ]}
        />
      )}
    </Field>
  ));
}

const productsOwn = "own";

function WordingField({ form, projectId, protocol }: { form: JudgeForm; projectId: string; protocol: string }) {
  const versions = useQuery(endpointQuery("listPromptVersions", { params: { projectId } }));
  const chosen = useWatch({ control: form.control, name: "promptVersionId" }) ?? null;
  const own = versions.data?.items.filter((version) => version.protocol === protocol) ?? [];
  return (
    <Field label="Prompts" hint="Wordings are shown and written under Prompts.">
      {(control) => (
        <Select
          {...control}
          value={chosen ?? productsOwn}
          onValueChange={(id) => form.setValue("promptVersionId", id === productsOwn ? null : id, { shouldDirty: true })}
          options={[
            { value: productsOwn, label: "Built-in" },
            ...own.map(({ id, version, note }) => ({ value: id, label: `Version ${version}`, ...(note !== "" && { description: note }) })),
          ]}
        />
      )}
    </Field>
  );
}
