import type { InstanceState, ProjectStorage } from "@/lib/domain/instance";
import { bytes } from "../charts/format";
import { Panel } from "../ui/panel";

const mostProjects = 12;

const parts = [
  { key: "samplesBytes", label: "Samples", className: "bg-accent" },
  { key: "draftsBytes", label: "Drafts", className: "bg-accent/60" },
  { key: "exchangesBytes", label: "Exchanges", className: "bg-caution" },
  { key: "workBytes", label: "Annotators' work", className: "bg-inserted" },
  { key: "filesBytes", label: "Files", className: "bg-soft" },
] as const;

const total = (project: ProjectStorage) => parts.reduce((sum, { key }) => sum + project[key], 0);

/** What each project takes, as bars on one scale. */
export function StoragePanel({ projects }: { projects: InstanceState["projects"] }) {
  const largest = Math.max(1, ...(projects ?? []).map(total));
  return (
    <Panel
      title="Storage per project"
      description="Contents as they are stored, without indexes. Exchanges are questions to models and their replies; files are images, frozen reports and prepared exports."
    >
      {projects === null && <p className="text-body text-soft">There is too much to be measured in a minute.</p>}
      {projects?.length === 0 && <p className="text-body text-soft">There are no projects.</p>}
      {projects !== null && projects.length > 0 && (
        <div className="flex flex-col gap-4">
          <ul aria-label="Projects by size" className="flex flex-col gap-3">
            {projects.slice(0, mostProjects).map((project) => (
              <li key={project.projectId} className="flex flex-col gap-1">
                <p className="flex justify-between gap-4 text-body">
                  <span className="min-w-0 wrap-anywhere">{project.name}</span>
                  <span className="shrink-0 text-soft tabular-nums">{bytes(total(project))}</span>
                </p>
                <Bar project={project} largest={largest} />
              </li>
            ))}
          </ul>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
            {parts.map(({ key, label, className }) => (
              <li key={key} className="flex items-center gap-1.5">
                <span aria-hidden className={`size-2.5 rounded-sm ${className}`} /> {label}
              </li>
            ))}
          </ul>
          {projects.length > mostProjects && (
            <p className="text-small text-soft">
              The {mostProjects} largest of {projects.length}.
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

function Bar({ project, largest }: { project: ProjectStorage; largest: number }) {
  const said = parts.filter(({ key }) => project[key] > 0).map(({ key, label }) => `${label} ${bytes(project[key])}`);
  return (
    <div
      role="img"
      aria-label={said.join(", ") || "Nothing"}
      title={said.join(", ")}
      className="flex h-2 overflow-hidden rounded-full bg-line"
    >
      {parts.map(({ key, className }) => (
        <div key={key} className={className} style={{ width: `${(project[key] / largest) * 100}%` }} />
      ))}
    </div>
  );
}
