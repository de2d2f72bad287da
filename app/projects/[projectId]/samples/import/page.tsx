import type { Metadata } from "next";
import { ImportPage } from "@/components/datasets/import-page";

export const metadata: Metadata = { title: "Import" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ImportPage projectId={projectId} />;
}
