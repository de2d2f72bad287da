"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, Suspense } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../ui/tabs";
import { ApiHint } from "./api-hint";
import { JudgeList } from "./judge-list";
import { ProjectSettings } from "./project-settings";
import { PromptsPanel } from "./prompts-panel";
import { ReasonsPanel } from "./reasons-panel";
import { WebhooksPanel } from "./webhooks-panel";

const tabs = ["project", "judges", "prompts", "reasons", "imports", "webhooks", "api"] as const;
/** Those that change the project itself or spend money. */
const forAdmins: readonly (typeof tabs)[number][] = ["project", "judges", "imports"];
const labels = {
  project: "Project",
  judges: "Judges",
  prompts: "Prompts",
  reasons: "Reasons",
  imports: "Imports",
  webhooks: "Webhooks",
  api: "API",
} as const;

interface SettingsProps {
  projectId: string;
  /** The panel of imports. */
  imports: ReactNode;
}

/** The settings of a project that the role may see. The open tab is in the URL. */
export function SettingsPage(props: SettingsProps) {
  return (
    <PageBody className="max-w-4xl">
      <PageHeader title="Settings" />
      <Suspense fallback={<SkeletonRows label="Loading settings" />}>
        <Tabbed {...props} />
      </Suspense>
    </PageBody>
  );
}

function Tabbed({ projectId, imports }: SettingsProps) {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(tabs));
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  const open = (value: string) => void setTab(tabs.find((known) => known === value) ?? null);
  if (project.isPending) return <SkeletonRows label="Loading settings" />;
  if (project.isError)
    return <ErrorState title="The settings could not be loaded" error={project.error} onRetry={() => void project.refetch()} />;
  const { role } = project.data;
  const allowed = tabs.filter((value) => role === "admin" || !forAdmins.includes(value));
  return (
    <Tabs value={allowed.find((value) => value === tab) ?? (role === "admin" ? "project" : "reasons")} onValueChange={open}>
      <TabsList aria-label="Settings">
        {allowed.map((value) => (
          <TabsTrigger key={value} value={value}>
            {labels[value]}
          </TabsTrigger>
        ))}
      </TabsList>
      {role === "admin" && (
        <>
          <TabsContent value="project">
            <ProjectSettings key={project.data.id} project={project.data} />
          </TabsContent>
          <TabsContent value="judges">
            <JudgeList projectId={projectId} />
          </TabsContent>
          <TabsContent value="imports">{imports}</TabsContent>
        </>
      )}
      <TabsContent value="prompts">
        <PromptsPanel projectId={projectId} editable={role === "admin"} />
      </TabsContent>
      <TabsContent value="reasons">
        <ReasonsPanel projectId={projectId} />
      </TabsContent>
      <TabsContent value="webhooks">
        <WebhooksPanel projectId={projectId} />
      </TabsContent>
      <TabsContent value="api">
        <ApiHint projectId={projectId} />
      </TabsContent>
    </Tabs>
  );
}
