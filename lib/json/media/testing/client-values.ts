const loadOp = (type: string) => `weave:///demo/py/op/load_${type}:f5WbSwfUPD7fZN0Vg0h-Kmz2WLWCE007eOVaKCJtnE8`;

const CONTENT = "weave.type_wrappers.Content.content.Content";
const AUDIO = "weave.type_handlers.Audio.audio.Audio";

const stored = (type: string, files: Readonly<Record<string, string>>) => ({
  _type: "CustomWeaveType",
  weave_type: { type },
  files,
  load_op: loadOp(type),
});

const written = (type: string, val: unknown) => ({
  _type: "CustomWeaveType",
  weave_type: { type },
  val,
  load_op: loadOp(type),
});

/** Values as the Python client (weave 0.54.0) logs them, recorded from its requests. */
export const clientValues = {
  png: stored("PIL.Image.Image", { "image.png": "nN0lVMpY50jnaIMFwZQMompvbMXCQCLMLK9BkfljX8c" }),
  jpeg: stored("PIL.Image.Image", { "image.jpg": "svsOf5nm8qTpRmxbW4YWRZsHqdIwpb7TVMiryoDzeYE" }),
  wave: stored(AUDIO, {
    "_metadata.json": "k3eN5qEgVIyMLbUc8sQrx1LRU0gxf7l6dD9LIoSoa0M",
    "audio.wav": "JhMYJck1Q1MBXwXTVJ2BW8k7HnF9YijYkO6VeN0AAl4",
  }),
  mp3: stored(AUDIO, {
    "_metadata.json": "cfosgXld8CsiPnH5p68w3h3whVnqjThpUWbeiZJpFCA",
    "audio.mp3": "3KgMQaYvAV4PER22woF1BLYiKxB0XXYF8ddZdLQiK4A",
  }),
  content: stored(CONTENT, {
    content: "P2fIvph6odsOXZzjMChuYhkp5yn1XdFpW1YQuYckYkQ",
    "metadata.json": "YyWh58jAWze8Av4r3vs3xvVDTIh0yYpetrhmYWPFUUE",
  }),
  datetime: written("datetime.datetime", "2026-11-23T02:03:04.567890+00:00"),
  markdown: written("rich.markdown.Markdown", { markup: "# Title\n\ntext", code_theme: "monokai" }),
  op: stored("Op", { "obj.py": "GngYD9FvmaN5ltgqghKFC2eIEV9XA7sBY89338T3W7Y" }),
} as const;

/** The file `metadata.json` of a `weave.Content` of that client. */
export const contentMetadata = {
  size: 71,
  mimetype: "image/svg+xml",
  digest: "3f67c8be987aa1db0e5d9ce330286e621929e729f55dd1695b5610b987246244",
  filename: 'scan "v1".svg',
  content_type: "file",
  input_type: "str",
  encoding: "utf-8",
  metadata: null,
  extension: ".svg",
} as const;
