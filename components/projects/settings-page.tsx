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

const tabs = ["project", "judges", "prompts", "reasons", "imports", "exports", "api"] as const;
const labels = {
  project: "Project",
  judges: "Judges",
  prompts: "Prompts",
  reasons: "Reasons",
  imports: "Imports",
  exports: "Exports",
  api: "API",
} as const;

interface SettingsProps {
  projectId: string;
  /** The panels of imports and exports. */
  imports: ReactNode;
  exports: ReactNode;
}

/** All the settings of a project. The open tab is in the URL. */
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

function Tabbed({ projectId, imports, exports }: SettingsProps) {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(tabs).withDefault("project"));
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  const open = (value: string) => void setTab(tabs.find((known) => known === value) ?? "project");
  if (project.isPending) return <SkeletonRows label="Loading settings" />;
  if (project.isError)
    return <ErrorState title="The settings could not be loaded" error={project.error} onRetry={() => void project.refetch()} />;
  return (
    <Tabs value={tab} onValueChange={open}>
      <TabsList aria-label="Settings">
        {tabs.map((value) => (
          <TabsTrigger key={value} value={value}>
            {labels[value]}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value="project">
        <ProjectSettings key={project.data.id} project={project.data} />
      </TabsContent>
      <TabsContent value="judges">
        <JudgeList projectId={projectId} />
      </TabsContent>
      <TabsContent value="prompts">
        <PromptsPanel projectId={projectId} editable={project.data.role === "admin"} />
      </TabsContent>
      <TabsContent value="reasons">
        <ReasonsPanel projectId={projectId} />
      </TabsContent>
      <TabsContent value="imports">{imports}</TabsContent>
      <TabsContent value="exports">{exports}</TabsContent>
      <TabsContent value="api">
        <ApiHint projectId={projectId} />
      </TabsContent>
    </Tabs>
  );
}
