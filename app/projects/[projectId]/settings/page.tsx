import type { Metadata } from "next";
import { ImportList } from "@/components/datasets/import-list";
import { SettingsPage } from "@/components/projects/settings-page";

export const metadata: Metadata = { title: "Settings" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <SettingsPage projectId={projectId} imports={<ImportList projectId={projectId} />} />;
}
