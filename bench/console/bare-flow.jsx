/** xyflow as its manual shows it, with a graph that is given: what the editor of the console is held against. */
import '@xyflow/react/dist/style.css';
import { Background, Controls, MiniMap, ReactFlow, useEdgesState, useNodesState } from '@xyflow/react';
import { createRoot } from 'react-dom/client';

const { nodes: givenNodes, edges: givenEdges } = globalThis.graph;

function Flow() {
  const [nodes, , onNodesChange] = useNodesState(givenNodes);
  const [edges, , onEdgesChange] = useEdgesState(givenEdges);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      fitView
      minZoom={0.1}
    >
      <Background gap={20} />
      <Controls />
      <MiniMap pannable zoomable />
    </ReactFlow>
  );
}

createRoot(document.querySelector('#root')).render(<Flow />);
