import type { Metadata } from "next";
import { ComparePage } from "@/components/report/compare-page";
import packageFile from "@/package.json";

export const metadata: Metadata = { title: "Two reports" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ComparePage projectId={projectId} software={`Redline ${packageFile.version}`} />;
}
