import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

type Row = { readonly id: string };

function Rows() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    void fetch("/rows").then(async (response) => setRows(await response.json()));
  }, []);
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} id={row.id}>
            {Object.entries(row).map(([name, value]) => (
              <td key={name}>{JSON.stringify(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Rows />);
