/** Frequent given and family names of many countries in Latin letters, for made-up people. No name was taken from a list. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const LATIN_GIVEN_NAMES = words(`
  James Mary Robert Linda William Susan Thomas Karen Oliver Emily Jack Sophie Harry Grace Lucas Emma Hugo Louise Jules Camille
  Pierre Claire Luca Giulia Matteo Chiara Marco Elena Carlos Lucia Javier Carmen Diego Valeria Miguel Paula Joao Ana Pedro Beatriz
  Lukas Anna Felix Lena Jonas Katharina Maximilian Johanna Piotr Agnieszka Tomasz Magdalena Jan Zuzana Petr Tereza Andrei Ioana
  Mihai Elif Mehmet Zeynep Emre Ayse Rahul Priya Arjun Ananya Vikram Kavita Sanjay Deepa Imran Nadia Bilal Ayesha Budi Siti Agus
  Dewi Nguyen Linh Minh Huong Somchai Malee Chidi Ngozi Emeka Amina Kwame Abena Juma Wanjiku Sipho Thandi Erik Astrid Lars Ingrid
`);

export const LATIN_FAMILY_NAMES = words(`
  Smith Jones Taylor Brown Wilson Evans Thomas Roberts Walker Wright Green Hall Wood Clarke Jackson Harris Cooper Ward Turner Hill
  Murphy Kelly Walsh Byrne Ryan Campbell Stewart Morrison Graham Fraser Martin Bernard Dubois Durand Moreau Laurent Lefebvre Girard
  Rousseau Fournier Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Garcia Fernandez Gonzalez Lopez Martinez
  Sanchez Perez Gomez Ruiz Hernandez Diaz Moreno Alvarez Romero Navarro Silva Santos Ferreira Oliveira Costa Rodrigues Almeida Sousa
  Mueller Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Schulz Koch Bauer Richter Klein Wolf Neumann Schwarz Zimmermann
  Krueger Hofmann Lange Nowak Kowalski Wisniewski Wojcik Kaminski Lewandowski Zielinski Novak Svoboda Dvorak Cerny Prochazka Popescu
  Ionescu Dumitru Stan Yilmaz Kaya Demir Celik Sahin Ozturk Sharma Patel Gupta Reddy Nair Iyer Mehta Joshi Kapoor Chatterjee
  Ahmed Malik Qureshi Siddiqui Chaudhry Santoso Wijaya Kurniawan Saputra Tran Pham Hoang Phan Okafor Adeyemi Okonkwo Balogun Eze
  Mensah Owusu Boateng Otieno Kamau Mwangi Njoroge Dlamini Nkosi Botha Andersen Hansen Johansson Lindqvist Nilsson Bergstrom Virtanen
`);
