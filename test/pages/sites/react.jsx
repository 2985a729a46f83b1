import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A page that renders the form again with its state, or makes it again. */
const Page = ({ SignUp }) => {
  const [render, setRender] = useState(1);
  const [made, setMade] = useState(1);
  return (
    <main>
      <SignUp key={made} render={render + made - 1} />
      <button id="state" onClick={() => setRender(render + 1)}>
        Render again
      </button>
      <button id="again" onClick={() => setMade(made + 1)}>
        Make again
      </button>
    </main>
  );
};

export const mount = (SignUp) => createRoot(document.querySelector('#root')).render(<Page SignUp={SignUp} />);
