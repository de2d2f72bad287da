"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { Dialog as Radix } from "radix-ui";
import { Kbd } from "@/components/ui/kbd";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { leadsStudy } from "@/lib/domain/policy";
import type { ProjectSummary, TaskSummary } from "@/lib/domain/project";
import { type PaletteCommand, useOfferedCommands } from "./palette-commands";
import { pagesFor, type Stage } from "./project-pages";
import { themes } from "./themes";
import { useSignOut } from "./use-sign-out";

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  project: ProjectSummary | undefined;
}

/** Search for pages and commands by typing. */
export function CommandPalette({ open, onOpenChange, project }: CommandPaletteProps) {
  const commands = useCommands(project);
  const groups = [...new Set(commands.map((command) => command.group))];
  const perform = (command: PaletteCommand) => {
    onOpenChange(false);
    command.perform();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-panel border bg-card outline-none"
        >
          <Radix.Title className="sr-only">Go to or do</Radix.Title>
          <Command label="Go to or do" loop>
            <Command.Input
              placeholder="Go to or do"
              className="h-12 w-full border-b bg-transparent px-4 text-reading outline-none placeholder:text-soft"
            />
            <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-6 text-body text-soft">No matches.</Command.Empty>
              {groups.map((group) => (
                <Command.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-soft"
                >
                  {commands
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <Command.Item
                        key={command.id}
                        value={`${group} ${command.label} ${command.id}`}
                        onSelect={() => perform(command)}
                        className="flex cursor-default items-center gap-3 rounded-mark px-3 py-2 text-body data-[selected=true]:bg-accent-soft"
                      >
                        <span className="min-w-0 grow truncate">{command.label}</span>
                        {command.keys && <Kbd>{command.keys}</Kbd>}
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function useCommands(project: ProjectSummary | undefined): PaletteCommand[] {
  const router = useRouter();
  const { setTheme } = useTheme();
  const leave = useSignOut();
  const offered = useOfferedCommands();
  const projects = useQuery(endpointQuery("listProjects", {}));
  const go = (group: string, label: string, href: string): PaletteCommand => ({ id: href, label, group, perform: () => router.push(href) });
  const tasks = useQuery({
    ...endpointQuery("listTasks", { params: { projectId: project?.id ?? "" } }),
    enabled: project !== undefined && leadsStudy(project.role),
  });
  const inProject = project ? projectCommands(project, tasks.data?.items ?? [], go) : [];
  const active = projects.data?.items.filter((candidate) => candidate.archivedAt === null && candidate.id !== project?.id) ?? [];
  return [
    ...offered,
    ...inProject,
    ...active.map((other) => go("Projects", other.name, `/projects/${other.id}`)),
    go("Projects", "All projects", "/projects"),
    ...themes.map((theme) => ({ id: theme.value, label: theme.label, group: "Theme", perform: () => setTheme(theme.value) })),
    go("You", "Profile and API keys", "/profile"),
    { id: "/docs/api", label: "HTTP API", group: "You", perform: () => window.location.assign("/docs/api") },
    { id: "sign-out", label: "Sign out", group: "You", perform: () => void leave() },
  ];
}

type Go = (group: string, label: string, href: string) => PaletteCommand;

/** Every project page the role allows, including pages reached only from another page. */
function projectCommands(project: ProjectSummary, tasks: readonly TaskSummary[], go: Go): PaletteCommand[] {
  const at = (path: string) => `/projects/${project.id}/${path}`;
  const inner = (stage: Stage, label: string, path: string) => go(stage, label, at(path));
  const active = tasks.filter(({ archivedAt }) => archivedAt === null);
  return [
    ...pagesFor(project.role).map((page) => inner(page.stage, page.label, page.segment)),
    ...(leadsStudy(project.role) ? leadersPages.map(([stage, label, path]) => inner(stage, label, path)) : []),
    ...(project.role === "admin" ? adminPages.map(([stage, label, path]) => inner(stage, label, path)) : []),
    ...active.flatMap((task) => [
      go("Tasks", `Report: ${task.name}`, at(`report?task=${task.id}`)),
      go("Tasks", `Task settings: ${task.name}`, at(`tasks/${task.id}`)),
    ]),
  ];
}

const adminPages = [
  ["Prepare", "Import", "samples/import"],
  ["Manage", "Judges", "settings?tab=judges"],
  ["Manage", "Imports, and undoing them", "settings?tab=imports"],
] as const;

const leadersPages = [
  ["Prepare", "New task", "tasks/new"],
  ["Manage", "Reasons", "settings?tab=reasons"],
] as const;
