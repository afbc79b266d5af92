package data

// setting says how earthquakes lie about a boundary: across it, in depth, and in size.
type setting uint8

const (
	subduction setting = iota // a slab that dips to the right of the trace, and the plate above it
	transform                 // a steep fault
	ridge                     // a spreading axis with its offsets
	collision                 // a broad belt of faults
	nest                      // a small body at depth, round a point
	interior                  // far from every boundary
)

// boundary is one line of the table of the Earth's seismic belts. Everything is rounded, and drawn
// from general knowledge of plate tectonics: good for a likeness, not for geology.
type boundary struct {
	name  string
	kind  setting
	rate  float64 // background, relative to the others
	width float64 // kilometres across, one standard deviation
	slab  slab
	trace []place // longitude, latitude; may run past 180
}

// slab is what subduction and nests add.
type slab struct {
	dip     float64 // degrees, below its bend
	deepest float64 // kilometres
	deep    float64 // share of its quakes near its lower end
}

// boundaries is the table, ocean by ocean.
func boundaries() []boundary {
	tables := [][]boundary{northPacific(), westPacific(), southWestPacific(), americas(), oceans(), eurasia(), interiors()}
	var all []boundary
	for _, table := range tables {
		all = append(all, table...)
	}
	return all
}

func northPacific() []boundary {
	return []boundary{
		{"Aleutian trench", subduction, 62, 22, slab{50, 220, 0}, []place{{-146.5, 59.3}, {-150, 57.3}, {-154, 55.5}, {-158, 54}, {-162, 53}, {-166, 52}, {-170, 51.2}, {-175, 50.6}, {-181, 50.3}, {-185, 50.8}, {-189, 51.9}, {-193, 53.5}, {-195, 54.7}}},
		{"Cook Inlet and the Alaska Range", collision, 34, 60, slab{}, []place{{-153.5, 60.5}, {-151, 62.3}, {-149, 63.4}, {-146, 63.7}, {-142, 62.3}, {-139, 60.4}}},
		{"Alaskan slab under Cook Inlet", nest, 12, 70, slab{0, 150, 0}, []place{{-154, 59.5}, {-152, 61}, {-150.5, 62.8}}},
		{"Queen Charlotte fault", transform, 8, 14, slab{}, []place{{-129.5, 49.6}, {-130.8, 51.3}, {-132.8, 53.3}, {-134.3, 55.3}, {-136, 57.2}, {-138.3, 58.8}}},
		{"Cascadia trench", subduction, 4, 25, slab{30, 60, 0}, []place{{-124.9, 40.5}, {-125.2, 43}, {-125.5, 45.5}, {-126.3, 47.5}, {-127.5, 49}}},
		{"Puget Lowland", collision, 3, 50, slab{}, []place{{-122.5, 46.2}, {-122.4, 48.2}}},
		{"Juan de Fuca ridge", ridge, 3, 10, slab{}, []place{{-130.2, 44.4}, {-129.5, 46.5}, {-128.8, 48.3}}},
		{"Blanco fracture zone", transform, 5, 12, slab{}, []place{{-126.8, 42.9}, {-130.2, 44.4}}},
		{"Mendocino fracture zone", transform, 8, 14, slab{}, []place{{-124.3, 40.4}, {-127.6, 40.4}}},
		{"San Andreas fault", transform, 42, 16, slab{}, []place{{-124.2, 40.2}, {-123.5, 38.8}, {-122.3, 37.5}, {-121, 36.3}, {-119.5, 35}, {-117.7, 34.3}, {-116.3, 33.6}, {-115.5, 32.8}}},
		{"Eastern California and the Walker Lane", collision, 22, 40, slab{}, []place{{-116.3, 34}, {-117, 35.5}, {-118, 36.8}, {-118.9, 37.7}, {-119.7, 39.3}}},
		{"Intermountain belt", collision, 12, 50, slab{}, []place{{-112.5, 37}, {-111.8, 40.7}, {-111, 43.5}, {-110.8, 44.6}, {-112.8, 46.7}}},
		{"Gulf of California", transform, 18, 16, slab{}, []place{{-115.3, 32.3}, {-114.5, 31}, {-113, 29.2}, {-111, 26.5}, {-109.5, 24.3}, {-108.3, 22.8}}},
		{"Hawaii", nest, 8, 30, slab{0, 35, 0}, []place{{-155.7, 19.6}, {-155.1, 19.2}}},
	}
}

func westPacific() []boundary {
	return []boundary{
		{"Kuril and Kamchatka trench", subduction, 60, 22, slab{46, 620, 0.08}, []place{{163.5, 55.3}, {162.5, 53}, {160, 51}, {157, 48.5}, {154, 46}, {151, 44.3}, {148, 43}, {145.5, 41.8}, {144.4, 40.8}}},
		{"Japan trench", subduction, 52, 22, slab{32, 560, 0.07}, []place{{144.4, 40.8}, {144.1, 39}, {143.5, 37.5}, {142.5, 36}, {141.9, 34.8}}},
		{"Japanese islands", collision, 32, 55, slab{}, []place{{142.5, 43.2}, {140.8, 40.5}, {139.7, 38}, {137.7, 36.2}, {135.5, 35}, {132.5, 34}, {130.8, 32.2}}},
		{"Eastern margin of the Sea of Japan", collision, 4, 30, slab{}, []place{{142.3, 51.5}, {141.6, 47}, {139.6, 43.3}, {138.6, 39.5}}},
		{"Izu and Bonin trench", subduction, 28, 22, slab{52, 560, 0.2}, []place{{141.9, 34.8}, {142.1, 32}, {142.6, 29}, {143.2, 27}, {143.8, 25.5}}},
		{"Mariana trench", subduction, 30, 22, slab{62, 640, 0.1}, []place{{143.8, 25.5}, {145.5, 23.5}, {147.2, 20.5}, {147.7, 17.5}, {147.2, 15}, {146, 12.9}, {144, 11.5}, {141.5, 11}}},
		{"Yap and Palau trench", subduction, 3, 20, slab{45, 60, 0}, []place{{138.6, 10.4}, {138, 8.8}, {136.5, 8}, {134.7, 7}}},
		{"Nankai trough", subduction, 8, 22, slab{25, 60, 0}, []place{{138.5, 34.6}, {137, 33.5}, {135, 32.6}, {133, 31.5}, {132.3, 30.6}}},
		{"Ryukyu trench", subduction, 28, 22, slab{46, 260, 0}, []place{{132.3, 30.6}, {131, 28.5}, {129.5, 26.3}, {127.5, 24.6}, {125, 23.4}, {122.8, 23.1}}},
		{"Okinawa trough", ridge, 6, 20, slab{}, []place{{122.3, 24.7}, {125, 25.6}, {128, 28}, {130.2, 31}}},
		{"Taiwan", collision, 34, 30, slab{}, []place{{120.9, 22}, {121.1, 23.3}, {121.7, 24.3}, {122.3, 24.6}}},
		{"Manila trench", subduction, 8, 22, slab{46, 200, 0}, []place{{119.7, 13.5}, {119.2, 16}, {119.2, 18}, {120, 20}, {120.5, 21.7}}},
		{"Philippine trench", subduction, 32, 22, slab{46, 200, 0}, []place{{125, 14.3}, {126, 12}, {126.8, 9.5}, {127.2, 7}, {127.8, 4.5}, {128.4, 2.8}}},
		{"Philippine fault", transform, 10, 22, slab{}, []place{{120.6, 17.3}, {121.5, 15.3}, {123, 13.2}, {124.6, 11.3}, {125.7, 9}, {126.1, 7}}},
		{"Cotabato trench", subduction, 8, 22, slab{45, 620, 0.2}, []place{{124.4, 4.8}, {123.4, 6.3}, {122.2, 7.8}}},
		{"Sangihe slab", subduction, 20, 22, slab{52, 640, 0.12}, []place{{127.2, 5.2}, {127, 3.3}, {126.7, 1.5}, {126.2, 0}}},
		{"Halmahera", subduction, 8, 22, slab{45, 220, 0}, []place{{126.6, -0.7}, {126.9, 1}, {127.1, 2.6}}},
		{"North Sulawesi trench", subduction, 8, 20, slab{45, 200, 0}, []place{{119.6, 1.3}, {121, 1.8}, {123.6, 1.9}}},
		{"Palu and Matano faults", transform, 4, 25, slab{}, []place{{119.7, 0.8}, {120, -1}, {121.3, -2.6}, {122.8, -3.2}}},
	}
}

func southWestPacific() []boundary {
	return []boundary{
		{"Java trench", subduction, 28, 24, slab{52, 650, 0.07}, []place{{120, -11.3}, {117, -11.2}, {114, -10.9}, {111, -10.3}, {108, -9.2}, {105.5, -7.9}}},
		{"Sumatra trench", subduction, 40, 24, slab{40, 200, 0}, []place{{105.5, -7.9}, {103, -6.2}, {101, -4.2}, {99, -2}, {97.4, 0.2}, {95, 2.8}, {93.5, 4.5}}},
		{"Sumatran fault", transform, 6, 16, slab{}, []place{{104.6, -5.7}, {102.3, -3.6}, {100.4, -0.8}, {98.7, 1.8}, {96.5, 4.6}, {95.3, 5.6}}},
		{"Andaman trench", subduction, 10, 24, slab{40, 180, 0}, []place{{93.5, 4.5}, {92.5, 7}, {91.9, 9.5}, {92, 12}, {92.6, 14.5}}},
		{"Banda arc", subduction, 24, 26, slab{45, 620, 0.1}, []place{{131.5, -8.2}, {128, -9.5}, {125.5, -10.2}, {123, -10.8}, {120, -11.3}}},
		{"Seram trough", subduction, 14, 24, slab{40, 350, 0}, []place{{127.3, -2.6}, {129.5, -2.4}, {131.2, -3.5}, {132.8, -5}, {133, -6.6}, {131.9, -8}}},
		{"New Guinea belt", collision, 34, 60, slab{}, []place{{131.5, -0.8}, {134.5, -2.3}, {137, -2.6}, {140, -3.2}, {142.5, -3.7}, {144.5, -4.8}, {146.5, -6}, {148, -6.6}}},
		{"Bismarck Sea", transform, 8, 14, slab{}, []place{{144.5, -3.3}, {147.5, -3}, {150, -3.4}, {152.3, -4.2}}},
		{"New Britain trench", subduction, 34, 22, slab{55, 560, 0.04}, []place{{154.2, -6.2}, {152.9, -5.8}, {151.5, -6.4}, {149.8, -7}, {148, -7.2}}},
		{"Woodlark rise", ridge, 4, 14, slab{}, []place{{149.5, -9.7}, {152, -9.8}, {154.5, -10.2}, {156.8, -8.6}}},
		{"Solomon trench", subduction, 30, 22, slab{58, 500, 0.03}, []place{{163.5, -11.4}, {161, -10.8}, {159, -9.3}, {157, -8.3}, {155.5, -7}, {154.2, -6.2}}},
		{"Vanuatu trench", subduction, 48, 22, slab{66, 320, 0}, []place{{171.3, -22.6}, {170, -22}, {169, -20.5}, {168, -18.5}, {167, -16.2}, {166.4, -14}, {165.8, -12.2}, {165.2, -10.8}}},
		{"Hunter ridge", transform, 4, 20, slab{}, []place{{171.5, -22.7}, {174.5, -21.9}, {177, -20.5}}},
		{"Fiji fracture zone", transform, 8, 20, slab{}, []place{{184.5, -15.7}, {181.5, -16.2}, {178, -16.3}, {174.5, -16.6}, {171, -15.9}}},
		{"Lau basin", ridge, 7, 16, slab{}, []place{{184.5, -15.2}, {184, -17.5}, {183.6, -20}, {183, -22.5}}},
		{"Tonga trench", subduction, 78, 24, slab{48, 670, 0.42}, []place{{187, -15}, {187.6, -16.2}, {187.2, -18.5}, {186.3, -21}, {185.4, -23}, {184.8, -24.5}}},
		{"Kermadec trench", subduction, 34, 24, slab{55, 560, 0.08}, []place{{184.8, -24.5}, {183.8, -27.5}, {182.9, -30.5}, {181.8, -33.5}, {180.8, -36}, {179.2, -38.5}}},
		{"Hikurangi trough", subduction, 18, 24, slab{38, 260, 0}, []place{{179.2, -38.5}, {178.2, -40.2}, {176.6, -41.6}, {175, -42.4}}},
		{"Alpine fault", transform, 7, 25, slab{}, []place{{174, -41.7}, {172.4, -42.5}, {170.5, -43.4}, {168.7, -44.4}, {167.3, -45.3}}},
		{"Puysegur trench", subduction, 6, 22, slab{60, 150, 0}, []place{{164, -49}, {165, -47.5}, {165.8, -46}, {166.4, -45}}},
		{"Macquarie ridge", transform, 4, 18, slab{}, []place{{164, -49}, {160.5, -52.5}, {158.8, -55.5}, {159.5, -58}, {161, -61}}},
	}
}

func americas() []boundary {
	return []boundary{
		{"Mexican trench", subduction, 26, 22, slab{35, 130, 0}, []place{{-95.3, 15.3}, {-98, 15.8}, {-100, 16.4}, {-102, 17.2}, {-104, 18.2}, {-105.4, 19.4}, {-106.2, 20.6}}},
		{"Middle America trench", subduction, 38, 22, slab{52, 230, 0}, []place{{-83.3, 8.1}, {-85.5, 9.5}, {-87.5, 11.3}, {-89.5, 12.6}, {-91.5, 13.3}, {-93.5, 14.3}, {-95.3, 15.3}}},
		{"Motagua fault", transform, 3, 20, slab{}, []place{{-91.5, 15}, {-89.5, 15.2}, {-86.5, 16.2}}},
		{"Cayman trough", transform, 5, 16, slab{}, []place{{-86.5, 16.2}, {-84, 17.2}, {-81.5, 18.5}, {-78.5, 19}, {-76, 19.9}, {-72, 19.8}, {-69.5, 19.5}}},
		{"Puerto Rico trench", subduction, 24, 22, slab{45, 150, 0}, []place{{-69.8, 19.7}, {-67, 19.8}, {-64.5, 19.5}, {-62.3, 18.7}}},
		{"Lesser Antilles trench", subduction, 10, 24, slab{48, 190, 0}, []place{{-62.3, 18.7}, {-60.3, 17.6}, {-58.9, 15.5}, {-58.4, 13.5}, {-59, 11.5}}},
		{"Northern Venezuela", transform, 8, 30, slab{}, []place{{-73.5, 8.5}, {-70, 10.2}, {-66, 10.7}, {-63, 10.6}, {-60.8, 10.8}}},
		{"Panama", collision, 6, 50, slab{}, []place{{-82.9, 8.5}, {-80.5, 7.4}, {-78, 7.8}, {-76.8, 7}}},
		{"Bucaramanga nest", nest, 6, 18, slab{0, 165, 0}, []place{{-73.1, 6.8}}},
		{"Colombia and Ecuador trench", subduction, 16, 24, slab{32, 200, 0}, []place{{-81.7, -4}, {-81.3, -1.5}, {-80.3, 1}, {-79.1, 2.7}, {-78, 4.5}, {-77.7, 6.5}}},
		{"Peru trench", subduction, 28, 26, slab{22, 640, 0.05}, []place{{-72, -19.2}, {-74.5, -17.2}, {-77, -14.7}, {-79.3, -11.5}, {-80.8, -8.5}, {-81.7, -5.5}, {-81.7, -4}}},
		{"Northern Chile trench", subduction, 52, 26, slab{28, 640, 0.05}, []place{{-72.8, -33}, {-71.9, -29}, {-71.3, -25}, {-71.2, -21.5}, {-72, -19.2}}},
		{"Central Chile trench", subduction, 24, 26, slab{28, 190, 0}, []place{{-75.6, -45.5}, {-75, -42}, {-74.5, -38.5}, {-73.5, -35.5}, {-72.8, -33}}},
		{"Andes", collision, 18, 70, slab{}, []place{{-76, 3.5}, {-78.3, -1.5}, {-77.5, -6}, {-75.5, -11}, {-72, -14.5}, {-68, -17.5}, {-65.5, -22}, {-67, -27}, {-68.8, -32}, {-70, -35.5}}},
		{"Eastern Andes", collision, 6, 40, slab{}, []place{{-75.5, 1.5}, {-73.5, 5}, {-71.5, 7.5}}},
		{"New Madrid and the Appalachians", collision, 3, 60, slab{}, []place{{-89.7, 36}, {-88, 38}, {-84.5, 35.6}, {-81.5, 37.2}}},
		{"Saint Lawrence valley", collision, 4, 60, slab{}, []place{{-75.5, 45.6}, {-73, 45.5}, {-70, 47.6}, {-67, 49.3}}},
		{"North Scotia ridge", transform, 3, 20, slab{}, []place{{-70, -53.5}, {-63, -54.6}, {-55, -53.8}, {-45, -53.3}, {-38, -53.6}, {-29.5, -55.3}}},
		{"South Sandwich trench", subduction, 24, 22, slab{58, 190, 0}, []place{{-28.5, -55.2}, {-26, -56}, {-24.6, -57.5}, {-24.4, -59}, {-25.8, -60.3}}},
		{"South Scotia ridge", transform, 6, 20, slab{}, []place{{-62, -61.5}, {-56, -60.8}, {-48, -60.7}, {-40, -60.4}, {-33, -60.8}, {-25.8, -60.3}}},
	}
}

func oceans() []boundary {
	return []boundary{
		{"Arctic ridge", ridge, 9, 12, slab{}, []place{{-18, 66.5}, {-17, 69}, {-14, 71}, {-6, 71.4}, {1, 73}, {7.5, 75}, {8, 77.5}, {3, 80}, {-4, 82.2}, {8, 84.5}, {30, 86}, {60, 86.3}, {90, 84.3}, {110, 81.5}, {125, 78.5}}},
		{"Laptev and Chersky", collision, 3, 60, slab{}, []place{{126, 77}, {130, 73}, {135, 69}, {143, 66}, {152, 63}}},
		{"Iceland", transform, 7, 14, slab{}, []place{{-22.5, 63.8}, {-19.5, 64}, {-17, 64.8}, {-16.8, 65.8}, {-18.4, 66.4}}},
		{"Reykjanes ridge", ridge, 5, 10, slab{}, []place{{-22.5, 63.8}, {-26, 61.8}, {-30, 59}, {-34, 56}, {-35, 52.8}}},
		{"North Atlantic ridge", ridge, 14, 10, slab{}, []place{{-35, 52.8}, {-30.5, 50}, {-28, 46}, {-29.5, 40}, {-34, 37}, {-38, 34.5}, {-42, 30}, {-45, 25.5}, {-46, 20}, {-46.6, 15}, {-44.5, 12}, {-41, 8}}},
		{"Azores and Gibraltar", transform, 10, 35, slab{}, []place{{-29.3, 38.9}, {-26, 38}, {-22, 37.2}, {-16, 36.8}, {-10.5, 36.3}, {-7, 35.9}}},
		{"Equatorial fracture zones", transform, 8, 14, slab{}, []place{{-41, 8}, {-33, 6.8}, {-31.5, 1.5}, {-25, 0.9}, {-24.3, -0.8}, {-17, -0.2}, {-14.5, -1.3}}},
		{"South Atlantic ridge", ridge, 10, 10, slab{}, []place{{-14.5, -1.3}, {-12.3, -5}, {-13.3, -10}, {-14.5, -13}, {-13, -18}, {-14, -22}, {-13.5, -28}, {-14.5, -33}, {-16.5, -38}, {-16, -43}, {-12, -47}, {-6, -51}, {-1.5, -54.6}}},
		{"South-west Indian ridge", ridge, 9, 12, slab{}, []place{{-1.5, -54.6}, {5, -54}, {15, -52.5}, {26, -53}, {32, -48.5}, {39, -45}, {45, -41}, {52, -37}, {58, -32}, {65, -28.5}, {70, -25.5}}},
		{"South-east Indian ridge", ridge, 9, 12, slab{}, []place{{70, -25.5}, {74, -32}, {78, -37.5}, {83, -41.5}, {90, -44}, {97, -46.5}, {105, -49}, {115, -50}, {125, -49.5}, {133, -50.3}, {140, -53}, {147, -57}, {153, -60}, {161, -61.5}}},
		{"Central Indian ridge", ridge, 8, 10, slab{}, []place{{70, -25.5}, {67, -20.5}, {65.5, -17}, {66.7, -12}, {67.7, -7}, {67.5, -2}, {66, 2}, {62, 6}, {58.5, 10.3}, {57, 14.2}}},
		{"Gulf of Aden", ridge, 6, 10, slab{}, []place{{57, 14.2}, {54, 14.4}, {50, 13}, {46.5, 12.2}, {43, 11.8}}},
		{"Red Sea", ridge, 4, 16, slab{}, []place{{35, 27.5}, {37.5, 22.5}, {39.5, 18}, {42, 14}, {43, 11.8}}},
		{"Indian Ocean interior", collision, 3, 250, slab{}, []place{{80, 0}, {88, -3}, {95, -6}, {99, -12}}},
		{"Pacific and Antarctic ridge", ridge, 9, 12, slab{}, []place{{161, -61.5}, {171, -63}, {180, -65.3}, {190, -64.5}, {200, -62}, {213, -58}, {222, -56}, {235, -54.5}, {241, -50}, {246, -44}, {248, -38}, {248.8, -35}}},
		{"East Pacific rise", ridge, 16, 12, slab{}, []place{{-111.2, -35}, {-112.5, -30}, {-113, -25}, {-113.7, -20}, {-112, -14}, {-109.5, -9}, {-105, -4.5}, {-102.5, 1}, {-103, 5}, {-104, 9}, {-104.5, 13}, {-105.5, 17}, {-108, 20}, {-108.3, 22.8}}},
		{"Galapagos ridge", ridge, 7, 12, slab{}, []place{{-102.2, 2.2}, {-97, 1.8}, {-91, 1.1}, {-87, 0.8}, {-85, 1}, {-83.5, 2.5}}},
		{"Panama fracture zone", transform, 7, 12, slab{}, []place{{-83.2, 2.5}, {-82.7, 7.5}}},
		{"Chile rise", ridge, 6, 12, slab{}, []place{{-110.5, -35.5}, {-103, -36}, {-97, -37.5}, {-91, -41}, {-84, -44.5}, {-76, -46}}},
	}
}

func eurasia() []boundary {
	return []boundary{
		{"Hellenic trench", subduction, 34, 24, slab{35, 180, 0}, []place{{29, 35.6}, {27.3, 34.7}, {25, 33.9}, {23, 34.7}, {21.3, 36.2}, {20.2, 37.8}}},
		{"Greece", collision, 28, 55, slab{}, []place{{19.6, 41.3}, {20.7, 39.2}, {22.2, 38.3}, {24, 38.6}, {26.3, 38.4}}},
		{"Western Anatolia", collision, 20, 60, slab{}, []place{{26.8, 39.3}, {28, 37.7}, {29.5, 38.6}, {30.8, 38.2}}},
		{"North Anatolian fault", transform, 20, 20, slab{}, []place{{26, 40.5}, {29.5, 40.7}, {33, 41}, {37, 40.3}, {40, 39.6}, {42.5, 39.1}}},
		{"East Anatolian fault", transform, 7, 25, slab{}, []place{{36.2, 36.6}, {38, 37.8}, {40.5, 39}, {43.5, 38.6}}},
		{"Cyprus arc", subduction, 5, 24, slab{40, 120, 0}, []place{{35.8, 35.2}, {33, 34.5}, {31, 35}, {29, 35.6}}},
		{"Dead Sea fault", transform, 3, 16, slab{}, []place{{34.8, 29}, {35.5, 31.5}, {35.8, 33.8}, {36.2, 36}}},
		{"Apennines and Sicily", collision, 18, 35, slab{}, []place{{10.3, 44.4}, {12.4, 43.4}, {13.5, 42.3}, {15.2, 40.8}, {16.1, 39.2}, {15.2, 38}, {13, 38.3}}},
		{"Calabrian slab", subduction, 4, 20, slab{60, 420, 0.25}, []place{{18, 38.9}, {17.4, 37.3}, {16.2, 36.6}}},
		{"Dinarides", collision, 10, 40, slab{}, []place{{13.5, 46.2}, {15.5, 44.6}, {18, 42.9}, {19.6, 41.3}}},
		{"Alps and Pyrenees", collision, 7, 50, slab{}, []place{{-1.5, 43}, {2.5, 42.6}, {6.7, 44.3}, {7.5, 46.2}, {10.5, 46.8}, {13.5, 46.3}}},
		{"Betics and the Atlas", collision, 14, 55, slab{}, []place{{-7, 35.9}, {-4, 35.8}, {0, 35.9}, {3.7, 36.6}, {8, 36.7}, {11, 37.2}}},
		{"Vrancea nest", nest, 3, 22, slab{0, 165, 0}, []place{{26.6, 45.7}}},
		{"Zagros", collision, 34, 65, slab{}, []place{{43.8, 37.2}, {45.7, 35}, {47.8, 33}, {50.3, 30.8}, {52.3, 28.8}, {55, 27.6}, {57, 27.2}}},
		{"Caucasus and Alborz", collision, 14, 65, slab{}, []place{{41, 43.2}, {45, 42.3}, {48.3, 40.4}, {50, 37.3}, {53, 36.3}, {56.5, 37.6}, {59.5, 36.3}}},
		{"Eastern Iran", collision, 6, 50, slab{}, []place{{58, 29}, {59.7, 32}, {58.7, 34.5}}},
		{"Makran trench", subduction, 4, 26, slab{30, 120, 0}, []place{{66, 24.9}, {62.5, 24.7}, {58.7, 25}}},
		{"Chaman and Sulaiman faults", transform, 10, 45, slab{}, []place{{66.5, 25.5}, {66.8, 28}, {67.5, 30.3}, {69.3, 32.8}, {69.8, 35}}},
		{"Hindu Kush nest", nest, 32, 32, slab{0, 250, 0.6}, []place{{69.3, 36.1}, {70.6, 36.5}, {71.4, 36.6}}},
		{"Pamir slab", nest, 8, 35, slab{0, 170, 0}, []place{{71.5, 38}, {73.2, 38.4}, {74.8, 37.6}}},
		{"Pamir front", collision, 12, 40, slab{}, []place{{69.5, 38.6}, {72, 39.3}, {75, 39.2}, {78, 40.6}}},
		{"Tien Shan", collision, 20, 65, slab{}, []place{{70, 41.3}, {74, 42.2}, {77.5, 42.1}, {81, 42.2}, {85, 43}, {88.5, 43.6}}},
		{"Himalaya", collision, 20, 50, slab{}, []place{{73.3, 34.6}, {76.5, 32.6}, {80, 30}, {84, 28.4}, {88, 27.4}, {92, 27.5}, {95.7, 28.7}}},
		{"Tibet", collision, 14, 150, slab{}, []place{{80, 34.5}, {86, 33.3}, {91, 32.3}, {96, 31}}},
		{"Burmese slab", subduction, 12, 26, slab{45, 170, 0}, []place{{93.2, 17.5}, {92.9, 20.5}, {93.3, 23.3}, {94.8, 26.2}}},
		{"Sagaing fault", transform, 5, 20, slab{}, []place{{96, 17}, {96, 20}, {96, 23}, {97, 26}}},
		{"Sichuan and Yunnan", collision, 22, 70, slab{}, []place{{98.3, 24.3}, {100.6, 25.7}, {102.4, 28}, {103.5, 31}, {105, 33}}},
		{"Qilian mountains", collision, 10, 70, slab{}, []place{{90, 36.5}, {95, 37.7}, {99, 38.2}, {103.5, 36.8}}},
		{"Northern China", collision, 6, 70, slab{}, []place{{105.5, 37.5}, {109, 40}, {113, 39}, {117.5, 39.6}, {120, 37}}},
		{"Altai and Mongolia", collision, 11, 80, slab{}, []place{{84.5, 50.5}, {88, 49.8}, {92, 47.5}, {96.5, 46}, {101, 47}}},
		{"Baikal rift", collision, 11, 45, slab{}, []place{{99, 51}, {103.3, 51.6}, {107, 53}, {111.5, 56}, {118, 56.6}}},
		{"Gujarat", collision, 4, 40, slab{}, []place{{69.5, 23.5}, {70.8, 23.4}}},
		{"Spitsbergen", collision, 2, 60, slab{}, []place{{17, 77.5}, {20, 79}}},
	}
}

func interiors() []boundary {
	return []boundary{
		{"Afar and the eastern rift", collision, 8, 45, slab{}, []place{{42, 12}, {40.3, 9.5}, {38.3, 7}, {36.6, 4}, {36.2, -1}, {35.8, -4}, {34.5, -8}}},
		{"Western rift", collision, 9, 50, slab{}, []place{{31, 3.5}, {29.8, 0}, {29.1, -3}, {30.6, -6.7}, {33.3, -9.7}, {34.8, -13.5}, {35.2, -17.5}, {33.5, -21}}},
		{"Comoros and Madagascar", collision, 2, 90, slab{}, []place{{44, -12}, {47, -17}, {46.8, -20}}},
		{"South African mines", nest, 3, 30, slab{0, 4, 0}, []place{{26.8, -26.8}, {27.8, -26.2}}},
		{"Australian interior", collision, 4, 140, slab{}, []place{{117, -31.5}, {124, -26}, {133, -22}, {138, -32}, {147.5, -36.5}}},
		{"Scandinavia", collision, 3, 110, slab{}, []place{{5, 60.5}, {9, 63.5}, {14, 66.5}, {20, 68}}},
		{"British Isles and the Rhine", collision, 2, 80, slab{}, []place{{-3, 53}, {1, 51}, {6.3, 50.8}, {8, 48.5}}},
		{"Canadian Arctic", collision, 3, 180, slab{}, []place{{-135, 65.5}, {-120, 75}, {-95, 76}, {-72, 72}, {-62, 67}}},
		{"South-eastern Asia", collision, 4, 110, slab{}, []place{{99, 19.5}, {102.5, 21.5}, {106, 22.5}, {111, 22}, {117.5, 24}}},
		{"Korea and the Yellow Sea", collision, 2, 110, slab{}, []place{{124.5, 37.5}, {127.5, 37}, {129.5, 36}}},
	}
}
