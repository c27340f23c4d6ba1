import { fileNameOf } from "@/lib/export/file-naming";
import { type ChartTable, chartCsv } from "./chart-table";

/** Twice as many pixels as on the screen: sharp on paper too. */
const SCALE = 2;
const TITLE_HEIGHT_PX = 34;
const PADDING = 16;

const SHAPE_STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
];

async function download(blob: Blob, usualName: string): Promise<void> {
  const fileName = await fileNameOf(usualName);
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has read the address by the end of the task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Saves a text as a file. */
export async function saveText(text: string, fileName: string, type: string): Promise<void> {
  await download(new Blob([text], { type: `${type};charset=utf-8` }), fileName);
}

/** Saves the values of a chart as a file. */
export function saveCsv(table: ChartTable, name: string): void {
  void saveText(chartCsv(table), `${name}.csv`, "text/csv");
}

/** Returns a copy that needs no style sheet: colors come from tokens, which an image does not have. */
function inlineStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>("*");
  svg.querySelectorAll<SVGElement>("*").forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of SHAPE_STYLES) copies[index]?.style.setProperty(name, style.getPropertyValue(name));
  });
  // The canvas draws the text with the page's fonts, which an image does not have.
  for (const text of copy.querySelectorAll("text")) text.remove();
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy;
}

function writeTexts(context: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  const frame = svg.getBoundingClientRect();
  context.textBaseline = "middle";
  for (const text of svg.querySelectorAll("text")) {
    const style = getComputedStyle(text);
    const place = text.getBoundingClientRect();
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.fill;
    context.fillText(text.textContent ?? "", place.left - frame.left, place.top - frame.top + place.height / 2);
  }
}

/**
 * Saves the drawing of a chart as an image, with its title above it, in the colors of the theme.
 *
 * @throws Error when the browser does not return an image
 */
export async function savePng(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  const source = new XMLSerializer().serializeToString(inlineStyles(svg));
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = (height + TITLE_HEIGHT_PX) * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser provides no canvas.");
  const page = getComputedStyle(document.body);
  context.scale(SCALE, SCALE);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, width, height + TITLE_HEIGHT_PX);
  context.fillStyle = page.color;
  context.font = `500 ${page.fontSize} ${page.fontFamily}`;
  context.textBaseline = "middle";
  context.fillText(title, PADDING, TITLE_HEIGHT_PX / 2);
  context.translate(0, TITLE_HEIGHT_PX);
  context.drawImage(image, 0, 0, width, height);
  writeTexts(context, svg);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser could not create the image.");
  await download(blob, `${name}.png`);
}
