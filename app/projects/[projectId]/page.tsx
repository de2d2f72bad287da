import { redirect } from "next/navigation";

/** A project opens on its task list. */
export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  redirect(`/projects/${encodeURIComponent(projectId)}/tasks`);
}
