/**
 * A page with only a virtual list of as many rows and as many cells in each as a sheet draws, refilled as it scrolls:
 * the limit of a browser on this machine.
 */
export function bareTable(rowCount: number): string {
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0 } #frame { height: 700px; width: 1180px; overflow: auto; font: 12px sans-serif }
    #rows { position: relative } .row { position: absolute; left: 0; right: 0; height: 26px; display: flex }
    .row span { width: 130px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; border: 0 solid #ccc;
      border-width: 0 1px 1px 0; padding: 4px 8px; box-sizing: border-box }
  </style><div id="frame"><div id="rows"></div></div><script>
    const CELLS = 9, POOL = 48, count = ${rowCount};
    const [frame, list] = [document.getElementById("frame"), document.getElementById("rows")];
    list.style.height = count * 26 + "px";
    const pool = Array.from({ length: POOL }, () => {
      const row = document.createElement("div");
      row.className = "row";
      for (let cell = 0; cell < CELLS; cell += 1) row.append(document.createElement("span"));
      list.append(row);
      return row;
    });
    function fill() {
      const first = Math.max(0, Math.min(count - POOL, Math.floor(frame.scrollTop / 26) - 12));
      pool.forEach((row, at) => {
        const index = first + at;
        row.style.top = index * 26 + "px";
        const texts = [index, "k3Jd81xQ", index, "user_" + index % 97, "Cancel EHGLP3, you booked it less than 24",
          "[2] book_reservation, calculate", (index * 7919) % 1000 / 1000, index % 3 === 0, 16000 + index % 9000];
        texts.forEach((text, cell) => { row.children[cell].textContent = String(text) });
      });
    }
    frame.addEventListener("scroll", fill, { passive: true });
    fill();
  </script>`;
}
