import type { Metadata } from "next";
import { CalibrationPage } from "@/components/review/calibration-page";

export const metadata: Metadata = { title: "Calibration" };

export default async function Page({ params }: { params: Promise<{ taskId: string; number: string }> }) {
  return <CalibrationPage {...(await params)} />;
}
