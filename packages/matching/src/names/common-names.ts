/** Given and family names that so many people bear that matching one of them says less. */
export const COMMON_NAMES: ReadonlySet<string> = new Set(
  `
  mohammed mohammad muhammad mohamed mohamad muhammed mohamud mahmoud mahmud ahmed ahmad hamid hamed ali hassan
  hasan hussein hussain husain hossein husayn ibrahim ismail ismael yusuf youssef yousef omar umar osman othman
  khalid khaled said saeed saleh salih salim saleem karim kareem abdul abdullah abdallah abd abdel rahman aziz
  abu abou umm jamal mustafa mustapha musa mousa isa daoud dawood khan shah singh kumar sharma das begum bibi
  noor nur amin rashid rasheed malik jan gul haq din uddin reza mahdi mehdi akbar hamza bilal tariq
  kim lee yi park pak choi choe jong jung chol nam ri rim han hwang song yong sun hyok ryong
  wang li zhang liu chen yang huang zhao wu zhou xu lin nguyen tran le pham wong chan
  maria jose juan carlos luis jesus pedro antonio manuel francisco miguel jorge rafael fernando garcia rodriguez
  hernandez lopez martinez gonzalez perez sanchez ramirez torres flores rivera gomez diaz cruz morales reyes
  gutierrez ramos santos silva souza oliveira pereira costa ferreira rodrigues
  john james michael david robert william richard thomas charles joseph daniel paul mark george peter smith
  johnson williams brown jones miller davis wilson anderson taylor martin jean pierre marie anna elena
  aleksandr alexander sergey sergei vladimir andrey andrei dmitry dmitri ivan mikhail nikolay nikolai aleksey
  alexei yuri yury viktor victor igor oleg pavel ivanov ivanovich aleksandrovich vladimirovich nikolaevich
  `
    .split(/\s+/)
    .filter((name) => name !== ''),
);
