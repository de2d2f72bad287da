import type { Metadata } from "next";
import { ExportPanel } from "@/components/datasets/export-panel";
import { PageBody, PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Exports" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return (
    <PageBody className="max-w-4xl">
      <PageHeader title="Exports" />
      <ExportPanel projectId={projectId} />
    </PageBody>
  );
}
