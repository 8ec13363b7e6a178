/** Files made in the page. */
import { Refusal } from "../api";

const WIDE = 1200; // pixels: the width of a picture

/** Have the browser save something under a name. */
export function save(content: string | Blob, type: string, name: string): void {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000); // the browser may still be reading it
}

/** An SVG picture as PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = WIDE / (image.naturalWidth || WIDE);
    [canvas.width, canvas.height] = [WIDE, Math.round((image.naturalHeight || WIDE) * scale)];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (png) return png;
  } catch {
    // reported below
  } finally {
    URL.revokeObjectURL(url);
  }
  throw new Refusal({ code: "picture/png", message: "This browser could not make a PNG; the SVG can be saved instead." });
}
